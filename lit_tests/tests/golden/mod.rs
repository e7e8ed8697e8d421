// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads the programs of `goldens/` and compares outputs with JAX's.

mod host_share;

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Program, npy, platform};
use hloom_values::{Tolerance, compare};
use libtest_mimic::Failed;
use serde::Deserialize;
use std::path::{Path, PathBuf};

#[derive(Deserialize)]
struct Manifest {
    golden: Vec<Golden>,
}

/// Entry of the manifest.
#[derive(Deserialize)]
pub struct Golden {
    /// Name of the program and of its folder.
    pub name: String,
    /// Properties of the program. The first one is its family.
    tags: Vec<String>,
    /// Relative tolerance of results.
    pub rtol: f64,
    /// Absolute tolerance of results.
    pub atol: f64,
    /// Whether the program is too large for the repository.
    #[serde(default)]
    pub large: bool,
}

impl Golden {
    /// Returns the folder of this golden in `goldens`, the folder of all goldens.
    pub fn folder(&self, goldens: &Path) -> PathBuf {
        goldens.join(&self.tags[0]).join(&self.name)
    }
}

/// Returns the folder of all goldens in the repository.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../goldens")
}

/// Returns all goldens of the manifest.
pub fn all() -> Vec<Golden> {
    let manifest =
        std::fs::read_to_string(folder().join("manifest.toml")).expect("the manifest is there");
    let manifest: Manifest =
        toml::from_str(&manifest).expect("the manifest has the format of export.py");
    manifest.golden
}

/// Runs a program on the inputs of a golden in `dir` and compares the outputs with JAX's.
///
/// # Errors
/// Fails if the program does not compile or run, or if an output is wrong.
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
    if platform_name == "simt" {
        host_share::check(&golden.name, &compiled)?;
    }
    let shapes = compiled.executable().signature().arguments.iter().enumerate();
    let inputs: Result<Vec<_>, _> =
        shapes.map(|(index, shape)| npy::read(file(dir, "in", index), shape)).collect();
    let outputs = compiled.run(&inputs?)?;
    if file(dir, "out", outputs.len()).exists() {
        return Err(format!("expected more outputs, found {}", outputs.len()).into());
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
