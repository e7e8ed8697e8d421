// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Benchmark programs of a pack, which JAX exports to StableHLO.

use super::packer::Packer;
use crate::process;
use crate::project::Project;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A benchmark program. The script `ci/pack/programs.py` prints the fields that have no comments.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Benchmark {
    pub name: String,
    arguments: serde_json::Value,
    results: Vec<String>,
    bytes: u64,
    flops: u64,
    /// The path of the file with the program's StableHLO, relative to the pack.
    #[serde(default)]
    program: String,
    /// The path of the serialized executable, relative to the pack.
    #[serde(default)]
    executable: String,
}

/// The folder of the benchmark programs, relative to the pack.
pub const FOLDER: &str = "benchmarks";

/// Writes the StableHLO of each program to a file `NAME.mlir` in a folder, and returns the programs.
///
/// # Errors
///
/// Fails if the export fails.
pub fn export(project: &Project, python: &Path, folder: &Path) -> Result<Vec<Benchmark>> {
    let mut command = project.command(python);
    command.arg("ci/pack/programs.py").arg(folder);
    let list = process::output(&mut command)?;
    serde_json::from_str(&list)
        .context("ci/pack/programs.py: expected a list of programs in JSON as output")
}

/// Compiles a benchmark program to a serialized executable in the pack.
///
/// # Errors
///
/// Fails if the compiler refuses the program.
pub fn pack(packer: &Packer, benchmark: &Benchmark) -> Result<Benchmark> {
    let file = |extension: &str| format!("{FOLDER}/{}.{extension}", benchmark.name);
    let (program, executable) = (file("mlir"), file("hloom"));
    packer.compile(&packer.output.join(&program), &packer.output.join(&executable))?;
    Ok(Benchmark { program, executable, ..benchmark.clone() })
}
