// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Findings in folders.

use super::case::{Case, Outcome};
use hloom_compiler::{Error, npy};
use std::fmt::Write;
use std::path::Path;

/// Writes a case, its inputs, and how to run it.
///
/// # Errors
/// If a file cannot be written.
pub fn write(folder: &Path, seed: u64, case: &Case, outcome: &Outcome) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::file(folder, error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut inputs = String::new();
    for (index, input) in case.inputs.iter().enumerate() {
        npy::write(folder.join(format!("in{index}.npy")), &input.literal()?)?;
        let _ = write!(inputs, " --input in{index}.npy");
    }
    let mut text = String::new();
    for line in format!("seed {seed}: {}\n{}", outcome.kind(), outcome.message()).lines() {
        let _ = writeln!(text, "// {line}");
    }
    let _ = writeln!(
        text,
        "// hlo-run program.mlir --threads {}{inputs} --compare-with interpreter",
        case.threads
    );
    text.push_str(&case.text);
    std::fs::write(folder.join("program.mlir"), text).map_err(failed)
}
