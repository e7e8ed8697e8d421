// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the programs of a suite, and determines their inputs and requirements.

use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of a StableHLO checkout that contain programs to run.
const FOLDERS: [&str; 2] = ["stablehlo/tests/interpret", "stablehlo/testdata"];

/// Prefixes of the names of operations. A file that contains one of these prefixes runs on the
/// platform `interpreter` only.
const PARALLEL: [&str; 4] =
    ["interpreter.", "stablehlo.send", "stablehlo.recv", "stablehlo.infeed"];

/// The size used for every dynamic dimension of a program.
const SIZE: usize = 4;

/// A file of the suite with one or more test programs.
#[derive(Debug)]
pub struct Case {
    /// The path relative to the suite.
    pub name: String,
    /// The path of the file.
    pub path: PathBuf,
    /// Whether the file contains one of the prefixes in [`PARALLEL`], so that only the platform
    /// `interpreter` runs it.
    pub needs_participants: bool,
    /// Inputs in the syntax of `hlo-run --input`; `None` if the programs check their own results.
    pub inputs: Option<Vec<String>>,
}

/// Returns the files of a suite, sorted by path. In a StableHLO checkout, only files in [`FOLDERS`]
/// are returned.
///
/// # Errors
///
/// Fails if a folder or a file cannot be read.
pub fn find(suite: &Path) -> Result<Vec<Case>> {
    let mut files = Vec::new();
    let known: Vec<_> = FOLDERS.iter().map(|folder| suite.join(folder)).collect();
    let known: Vec<_> = known.into_iter().filter(|folder| folder.is_dir()).collect();
    for folder in if known.is_empty() { vec![suite.to_owned()] } else { known } {
        collect(&folder, &mut files)?;
    }
    files.sort();
    files.into_iter().map(|path| case(suite, path)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let listing = fs::read_dir(folder);
    for entry in listing.with_context(|| format!("cannot list {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            files.push(path);
        }
    }
    Ok(())
}

fn case(suite: &Path, path: PathBuf) -> Result<Case> {
    let text =
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.strip_prefix(suite).unwrap_or(&path).display().to_string();
    let needs_participants = PARALLEL.iter().any(|op| text.contains(op));
    Ok(Case { name, needs_participants, inputs: inputs(&text), path })
}

/// Returns inputs for the parameters of `@main`, or `None` if there is no `@main` with parameters, or a
/// parameter is not a tensor.
/// JAX passes the sizes of dynamic dimensions as scalar parameters before all others.
fn inputs(text: &str) -> Option<Vec<String>> {
    let begin = text.find("@main(")? + "@main(".len();
    let signature = &text[begin..];
    let signature = &signature[..signature.find(" -> ").or_else(|| signature.find(") {"))?];
    let mut inputs = Vec::new();
    for parameter in signature.split("%arg").skip(1) {
        let ty = &parameter[parameter.find("tensor<")?..];
        let ty = &ty[..closing(ty)?];
        let known = ty.replace('?', &SIZE.to_string());
        inputs.push(match ty {
            "tensor<i64>" => format!("dense<{SIZE}> : {ty}"),
            // The start of a slice, which may cover the whole operand.
            "tensor<i32>" | "tensor<2xi32>" => format!("dense<0> : {ty}"),
            _ => format!("random:{known}"),
        });
    }
    (!inputs.is_empty()).then_some(inputs)
}

/// Returns the position after the bracket that closes the first bracket of a type.
fn closing(ty: &str) -> Option<usize> {
    let mut open = 0;
    for (index, character) in ty.char_indices() {
        match character {
            '<' => open += 1,
            '>' if open == 1 => return Some(index + 1),
            '>' => open -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_of_the_parameters_types() {
        let text = "func.func public @main(%arg0: tensor<i64>, %arg1: tensor<?x3xcomplex<f32>> \
                    {mhlo.sharding = \"\"}) -> tensor<?xf32> {";
        let expected = ["dense<4> : tensor<i64>", "random:tensor<4x3xcomplex<f32>>"];
        assert_eq!(inputs(text).as_deref(), Some(&expected.map(str::to_owned)[..]));
        assert_eq!(inputs("func.func @main() -> tensor<f32> {"), None);
        assert_eq!(inputs("func.func @other(%arg0: tensor<f32>) {"), None);
    }
}
