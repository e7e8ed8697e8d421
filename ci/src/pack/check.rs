// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Test programs of a pack, with their inputs and expected results.

use super::files::{copy, create, read, write};
use super::packer::Packer;
use crate::goldens::Golden;
use anyhow::{Context, Result};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A test program before it is packed, with its inputs, expected results and tolerances.
pub struct Sources {
    pub name: String,
    /// The text of the program, whose entry is `@main`.
    pub program: String,
    pub values: Values,
    /// The relative tolerance of results.
    pub rtol: f64,
    /// The absolute tolerance of results.
    pub atol: f64,
}

impl Sources {
    /// Reads the program of a golden and returns its sources.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be read.
    pub fn of_golden(golden: Golden) -> Result<Self> {
        let program = read(&golden.program())?;
        let Golden { name, folder, rtol, atol } = golden;
        Ok(Self { name, program, values: Values::Files(folder), rtol, atol })
    }
}

/// The source of the inputs and expected results of a test program.
pub enum Values {
    /// The inputs are the files in0.npy, in1.npy, ... of a folder, and the expected results are
    /// out0.npy, out1.npy, ... of the same folder.
    Files(PathBuf),
    /// The function of the program with this name returns the inputs. The interpreter computes the
    /// expected results.
    Function(&'static str),
}

/// The description of a test program in the pack, for `pack.json`.
#[derive(Debug, Serialize)]
pub struct Check {
    name: String,
    /// The folder with the executable, the inputs and the expected results, relative to the pack.
    folder: String,
    rtol: f64,
    atol: f64,
    /// The MLIR names of the element types of the results.
    outputs: Vec<String>,
}

/// Adds a test program to the pack.
///
/// # Errors
///
/// Fails if the compiler refuses the program, if the interpreter fails, or if a file cannot be
/// written.
pub fn pack(packer: &Packer, sources: &Sources) -> Result<Check> {
    let Sources { name, program, values, rtol, atol } = sources;
    let folder = packer.output.join("checks").join(name);
    let scratch = tempfile::tempdir()?;
    let source = scratch.path().join("program.mlir");
    write(&source, program)?;
    let executable = scratch.path().join("program.hloom");
    packer.compile(&source, &executable)?;
    let outputs = result_types(program).context("the test program has no function `@main`")?;
    create(&folder)?;
    match values {
        Values::Files(from) => copy_arrays(from, &folder)?,
        Values::Function(function) => {
            let (given, computed) = (scratch.path().join("in"), scratch.path().join("out"));
            packer.interpret(&source, function, &[], &given)?;
            let mut inputs = Vec::new();
            for index in 0.. {
                let path = given.join(format!("out{index}.npy"));
                if !path.is_file() {
                    break;
                }
                let input = folder.join(format!("in{index}.npy"));
                copy(&path, &input)?;
                inputs.push(input);
            }
            packer.interpret(&source, "main", &inputs, &computed)?;
            copy_arrays(&computed, &folder)?;
        }
    }
    copy(&executable, &folder.join("program.hloom"))?;
    let folder = format!("checks/{name}");
    Ok(Check { name: name.clone(), folder, rtol: *rtol, atol: *atol, outputs })
}

/// Copies all NumPy files of the folder `from` to the folder `to`.
fn copy_arrays(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from).with_context(|| format!("cannot list {}", from.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "npy") {
            copy(&path, &to.join(path.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}

/// Returns the element types of the results of `@main`, whose signature must be on one line, or
/// `None` if there is no `@main` with results.
fn result_types(program: &str) -> Option<Vec<String>> {
    let signature =
        program.lines().find(|line| line.contains("func.func") && line.contains("@main("))?;
    let Some((_, results)) = signature.rsplit_once(" -> ") else { return Some(Vec::new()) };
    let element = |ty: &String| {
        let inner = ty.strip_prefix("tensor<").and_then(|rest| rest.strip_suffix('>'));
        let inner = inner.unwrap_or_default().split(',').next().unwrap_or_default();
        let rank = inner.split('x').take_while(|it| it.parse::<u64>().is_ok()).count();
        inner.splitn(rank + 1, 'x').last().unwrap_or_default().to_owned()
    };
    Some(tensor_types(results).iter().map(element).collect())
}

/// Returns the types `tensor<...>` in a text, in the order of their occurrence.
pub fn tensor_types(text: &str) -> Vec<String> {
    let mut types = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find("tensor<") {
        rest = &rest[begin..];
        let mut open = 0;
        let closing = rest.char_indices().find(|(_, character)| {
            open += i32::from(*character == '<') - i32::from(*character == '>');
            *character == '>' && open == 0
        });
        let end = closing.map_or(rest.len(), |(index, _)| index + 1);
        types.push(rest[..end].to_owned());
        rest = &rest[end..];
    }
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_types_are_those_of_main() {
        let program = "module {\n  func.func public @main(%a: tensor<2xi1>) -> (tensor<f32> \
                       {jax.result_info = \"\"}, tensor<4x8xcomplex<f64>>, tensor<0x3xbf16>) {\n";
        let expected = ["f32", "complex<f64>", "bf16"].map(str::to_owned);
        assert_eq!(result_types(program).as_deref(), Some(&expected[..]));
        assert_eq!(result_types("func.func @main() {"), Some(Vec::new()));
        assert_eq!(result_types("func.func @other() {"), None);
    }
}
