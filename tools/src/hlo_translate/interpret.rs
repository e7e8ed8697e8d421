// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-translate --interpret`: runs a program as StableHLO's interpreter does.

use super::arguments::Arguments;
use crate::array_argument;
use hloom_compiler::mlir::attribute_of_literal;
use hloom_compiler::{Error, Program, mlir, npy};
use hloom_evaluator::{Host, Literal, Value, pretty};
use melior::ir::Module;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

/// Runs the program on the interpreter and returns the text of its results.
///
/// # Errors
/// Fails if the program or its arguments are invalid, if an operation or a check fails, or if
/// recorded values cannot be written.
pub fn interpret(
    arguments: &Arguments,
    program: &Program,
    module: &Module,
) -> Result<Vec<u8>, Error> {
    let inputs = arguments.args.as_deref().map(array_argument::parse).transpose()?;
    if mlir::functions(module).is_empty() {
        return Ok(Vec::new());
    }
    let entry = mlir::symbol(&mlir::entry(module, program)?);
    let decoded = hloom_evaluator::Program::decode(module)?;
    let host = Arc::new(Host::default());
    let inputs = inputs.unwrap_or_default().into_iter().map(Value::from).collect();
    let results = decoded.evaluate_on(&host, &entry, inputs);
    // Values from before a failure help to find its reason.
    if let Some(folder) = &arguments.probe_output_dir {
        write_probes(folder, &host)?;
    }
    let mut text = String::new();
    for result in results? {
        let result = result.into_tensor()?;
        if arguments.interpreter_print_dense {
            let context = hloom_dialects::Context::new();
            let _ = writeln!(text, "{}", attribute_of_literal(&context, &result)?);
        } else {
            let _ = writeln!(text, "{}", pretty(&result));
        }
    }
    Ok(text.into_bytes())
}

/// Writes the values that `interpreter.probe` operations recorded to files, in order, and lists the
/// files in `index.csv`.
fn write_probes(folder: &Path, host: &Host) -> Result<(), Error> {
    let failed = |error| Error::file(folder, error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut index = String::new();
    for (number, (probe, value)) in (1..).zip(host.recordings()) {
        let value: Literal = value;
        let path = folder.join(format!("probe{number}.npy"));
        npy::write(&path, &value)?;
        let _ = writeln!(index, "{probe},{},{}", value.shape(), path.display());
    }
    std::fs::write(folder.join("index.csv"), index).map_err(failed)
}
