// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writes the findings of a fuzzing run to folders.

use super::arguments::Arguments;
use super::case::{Case, Outcome};
use crate::bisect;
use hloom_compiler::interface::Registry;
use hloom_compiler::{Error, npy};
use std::fmt::Write;
use std::path::Path;

/// Writes a failing test case to a folder: the program, its inputs, the command that runs it, and
/// the pass that `hlo-bisect` reports.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn write(
    folder: &Path,
    seed: u64,
    case: &Case,
    outcome: &Outcome,
    arguments: &Arguments,
    registry: &Registry,
) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::file(folder, error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let (mut inputs, mut files) = (String::new(), Vec::new());
    for (index, input) in case.inputs.iter().enumerate() {
        let file = folder.join(format!("in{index}.npy"));
        npy::write(&file, &input.literal()?)?;
        files.push(file);
        let _ = write!(inputs, " --input in{index}.npy");
    }
    let program = folder.join("program.mlir");
    std::fs::write(&program, &case.text).map_err(failed)?;
    let pass =
        bisect::name_pass(&program, &files, &arguments.platform, &arguments.plugins, registry);
    let pass = pass.unwrap_or_else(|error| format!("hlo-bisect: {error}"));
    let mut text = String::new();
    let what = format!("seed {seed}: {}\n{}\n{pass}", outcome.kind(), outcome.message());
    for line in what.lines() {
        let _ = writeln!(text, "// {line}");
    }
    let _ = writeln!(
        text,
        "// hlo-run program.mlir --platform {} --threads {}{inputs} --compare-with interpreter",
        arguments.platform, case.threads
    );
    text.push_str(&case.text);
    std::fs::write(program, text).map_err(failed)
}
