// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks of schedules, which are files of the transform dialect.
//!
//! MLIR merges the files when it loads them, and aborts the process if two files define the same
//! symbol. The checks in this module run beforehand and return an error instead.

use crate as ir;
use hloom_dialects::Context;
use melior::ir::operation::OperationLike;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the transform-dialect sequence that a schedule applies to a program.
const MAIN: &str = "__transform_main";

/// The reason why schedules do not apply to a pipeline.
#[derive(Debug, thiserror::Error)]
pub enum ScheduleError {
    /// A file cannot be read.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The reason for the failure.
        reason: String,
    },
    /// The content or the path of a file is wrong, or the pipeline has no place for schedules.
    #[error("{0}")]
    Invalid(String),
}

/// Checks that schedule files can be merged and applied to programs.
///
/// # Errors
/// Fails if a file cannot be read or parsed or is not a module with named sequences, if two files
/// define the same sequence, or if no file defines `@__transform_main`. The message names the file.
pub fn check(files: &[PathBuf]) -> Result<(), ScheduleError> {
    let mut known: BTreeMap<String, &Path> = BTreeMap::new();
    for file in files {
        let path = file.display();
        for name in sequences(file)? {
            if let Some(other) = known.insert(name.clone(), file) {
                let other = other.display();
                return Err(ScheduleError::Invalid(format!(
                    "{path}: sequence `@{name}` is already defined in {other}"
                )));
            }
        }
    }
    if known.contains_key(MAIN) {
        return Ok(());
    }
    let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    let files = files.join(", ");
    Err(ScheduleError::Invalid(format!("{files}: expected a sequence `@{MAIN}`")))
}

/// Returns the names of the public sequences that a file defines. Declarations are private, so they
/// are not included.
fn sequences(file: &Path) -> Result<Vec<String>, ScheduleError> {
    let source = fs::read(file).map_err(|error| ScheduleError::Unreadable {
        path: file.to_owned(),
        reason: error.to_string(),
    })?;
    let path = file.display().to_string();
    let context = Context::new();
    let module = hloom_dialects::parse_module(&context, &source, &path).map_err(|error| {
        ScheduleError::Invalid(error.to_string().trim_start_matches("error: ").to_owned())
    })?;
    if module.as_operation().attribute("transform.with_named_sequence").is_err() {
        return Err(ScheduleError::Invalid(format!(
            "{path}: expected a module with `transform.with_named_sequence`"
        )));
    }
    let mut names = Vec::new();
    for op in ir::ops(module.body()) {
        let is_private = ir::text(op, "sym_visibility").is_some_and(|text| text == "private");
        if ir::op_name(op) == "transform.named_sequence" && !is_private {
            names.extend(ir::symbol_name(op));
        }
    }
    Ok(names)
}
