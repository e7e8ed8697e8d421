// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The programs of `goldens/`, and whether one gives the outputs that JAX gave.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::literal::{Tolerance, compare};
use hloom_compiler::{CompiledProgram, Program, npy, platform};
use libtest_mimic::Failed;
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Golden>,
}

/// A program that is in the manifest.
#[derive(Deserialize)]
pub struct Golden {
    /// Its name, and its folder's.
    pub name: String,
    /// How far results may be from JAX's, relative to them.
    pub rtol: f64,
    /// How far results may be from JAX's in any case.
    pub atol: f64,
    /// Whether it is too large for the repository.
    #[serde(default)]
    pub large: bool,
}

/// The folder of goldens.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens")
}

/// All goldens.
pub fn all() -> Vec<Golden> {
    let manifest =
        std::fs::read_to_string(folder().join("manifest.toml")).expect("the manifest is there");
    let manifest: Manifest =
        toml::from_str(&manifest).expect("the manifest is as export.py writes it");
    manifest.golden
}

/// Whether a program gives the outputs of a golden in a folder.
pub fn check(
    program: &Program,
    dir: &Path,
    golden: &Golden,
    platform_name: &str,
) -> Result<(), Failed> {
    let platform = platform(platform_name)?;
    let options = CompileOptions { threads: Some(2), ..CompileOptions::default() };
    let compiled = CompiledProgram::new(&*platform, program, &options);
    let compiled = compiled?;
    let shapes = compiled.executable().argument_shapes().iter().enumerate();
    let inputs: Result<Vec<_>, _> =
        shapes.map(|(index, shape)| npy::read(file(dir, "in", index), shape)).collect();
    let outputs = compiled.run(&inputs?)?;
    if file(dir, "out", outputs.len()).exists() {
        return Err(format!("there are only {} outputs", outputs.len()).into());
    }
    let tolerance = Tolerance::Close { absolute: golden.atol, relative: golden.rtol };
    for (index, output) in outputs.iter().enumerate() {
        let expected = npy::read(file(dir, "out", index), output.shape())?;
        if let Some(mismatch) = compare(output, &expected, tolerance)? {
            return Err(format!("output {index}: {mismatch}").into());
        }
    }
    Ok(())
}

fn file(dir: &Path, stem: &str, index: usize) -> PathBuf {
    dir.join(format!("{stem}{index}.npy"))
}
