// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a lowering pipeline level by level; measures and dumps each level.

use hloom_compiler::Error;
use hloom_compiler::interface::{CompileOptions, Stage};
use hloom_compiler::runtime::{CallDescription, describe};
use hloom_dialects::Diagnostics;
use hloom_lowering::pipeline::{self, Level, LoweringPipeline};
use hloom_lowering::verify_level;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::path::Path;
use std::time::Instant;

/// Lowers `module` through all levels. Returns the duration of each level, and the program's
/// runtime calls.
///
/// # Errors
/// Returns the located diagnostics of a pass that fails. Fails also if a dump cannot be written.
pub fn lower<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
) -> Result<(Vec<Stage>, Vec<CallDescription>), Error> {
    let mut stages = Vec::new();
    let mut calls = Vec::new();
    for level in Level::ALL {
        options.report(level.name());
        let start = Instant::now();
        run_passes(context, module, &pipeline::text(pipeline, level, level)).map_err(|error| {
            let Error::Program(messages) = error else { return error };
            let (backend, level) = (pipeline.name(), level.name());
            Error::Program(format!(
                "{messages}\nnote: while lowering to level `{level}` of platform `{backend}`"
            ))
        })?;
        if options.pipeline.is_empty() {
            verify(context, module, level)?;
        }
        if level == Level::Linalg {
            calls = describe(module)?;
        }
        stages.push(Stage::new(level.name(), start.elapsed()));
        if let Some(dir) = &options.dump_dir {
            dump(dir, &format!("{}.mlir", level.name()), &module.as_operation().to_string())?;
        }
    }
    Ok((stages, calls))
}

/// Verifies the program at the end of a level of a backend's own pipeline: each operation by MLIR's
/// verifier, and the contract of the level.
fn verify(context: &Context, module: &Module, level: Level) -> Result<(), Error> {
    let diagnostics = Diagnostics::collect(context);
    let messages = if !module.as_operation().verify() {
        let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
        messages.join("\n")
    } else if let Err(failure) = verify_level::verify(module.as_operation(), level) {
        failure.to_string()
    } else {
        return Ok(());
    };
    Err(Error::Internal(format!("invalid program at level `{level}`:\n{messages}")))
}

/// Runs passes given in MLIR's textual form.
///
/// # Errors
/// Returns the located diagnostics of a pass that fails.
pub fn run_passes<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    passes: &str,
) -> Result<(), Error> {
    let diagnostics = Diagnostics::collect(context);
    let manager = PassManager::new(context);
    // The verifier costs as much as a pass, so only debug builds, in which tests run, enable it.
    manager.enable_verifier(cfg!(debug_assertions));
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .map_err(|error| Error::Internal(format!("pipeline `{passes}`: {error}")))?;
    manager.run(module).map_err(|_| {
        let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
        if messages.is_empty() {
            return Error::Internal(format!("a pass of `{passes}` failed without a diagnostic"));
        }
        Error::Program(messages.join("\n"))
    })
}

/// Checks a user's passes before they are run.
///
/// # Errors
/// Returns MLIR's error message if the text cannot be parsed.
pub fn check_passes(context: &Context, passes: &str) -> Result<(), Error> {
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .map_err(|error| Error::invalid(format!("pipeline `{passes}`: {error}")))
}

/// Writes a dump file. Creates the folder if it does not exist.
///
/// # Errors
/// Fails if the folder or the file cannot be written.
pub fn dump(dir: &Path, name: &str, text: &str) -> Result<(), Error> {
    std::fs::create_dir_all(dir).map_err(|error| Error::file(dir, error))?;
    let path = dir.join(name);
    std::fs::write(&path, text).map_err(|error| Error::file(&path, error))
}
