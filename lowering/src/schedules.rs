// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Files of the transform dialect, looked at before MLIR merges them: it ends the process
//! where two have a symbol in common.

use crate::ir;
use hloom_dialects::Context;
use melior::ir::operation::OperationLike;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The sequence that is applied to a program.
const MAIN: &str = "__transform_main";

/// Refuses files that cannot be merged and applied.
///
/// # Errors
/// The path of the first that cannot, and why.
pub fn check(files: &[PathBuf]) -> Result<(), String> {
    let mut known: BTreeMap<String, &Path> = BTreeMap::new();
    for file in files {
        let path = file.display();
        for name in sequences(file)? {
            if let Some(other) = known.insert(name.clone(), file) {
                let other = other.display();
                return Err(format!("{path}: there is a sequence `@{name}` in {other} already"));
            }
        }
    }
    if known.contains_key(MAIN) {
        return Ok(());
    }
    let files: Vec<_> = files.iter().map(|file| file.display().to_string()).collect();
    Err(format!("{}: there is no sequence `@{MAIN}`", files.join(", ")))
}

/// The names of the sequences that others may call; declarations are no sequences.
fn sequences(file: &Path) -> Result<Vec<String>, String> {
    let path = file.display().to_string();
    let source = fs::read(file).map_err(|error| format!("{path}: {error}"))?;
    let context = Context::new();
    let module = hloom_dialects::parse_module(&context, &source, &path)
        .map_err(|error| error.to_string().trim_start_matches("error: ").to_owned())?;
    if module.as_operation().attribute("transform.with_named_sequence").is_err() {
        return Err(format!("{path}: it is no module with `transform.with_named_sequence`"));
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
