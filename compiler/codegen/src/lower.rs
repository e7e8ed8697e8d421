// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a lowering pipeline level by level, timed and dumped.

use hloom_compiler::Error;
use hloom_compiler::interface::{CompileOptions, Stage};
use hloom_compiler::runtime::{CallDescription, describe};
use hloom_dialects::Diagnostics;
use hloom_lowering::pipeline::{self, Level, LoweringPipeline};
use melior::Context;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::path::Path;
use std::time::Instant;

/// Takes `module` through all levels; returns how long each took, and the functions of
/// the library that the program calls.
///
/// # Errors
/// What the passes said, with locations, if one fails; if a dump cannot be written.
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
                "{messages}\nnote: on the way to level `{level}` of platform `{backend}`"
            ))
        })?;
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

/// Runs passes given in MLIR's textual form.
///
/// # Errors
/// What they said, with locations, if one fails.
pub fn run_passes<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    passes: &str,
) -> Result<(), Error> {
    let diagnostics = Diagnostics::collect(context);
    let manager = PassManager::new(context);
    // The verifier costs as much as a pass: tests pay for it.
    manager.enable_verifier(cfg!(debug_assertions));
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .map_err(|error| Error::Internal(format!("pipeline `{passes}`: {error}")))?;
    manager.run(module).map_err(|_| {
        let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
        if messages.is_empty() {
            return Error::Internal(format!("a pass of `{passes}` failed without a word"));
        }
        Error::Program(messages.join("\n"))
    })
}

/// Finds what is wrong with passes that a user gives, before they are run.
///
/// # Errors
/// What MLIR says about them.
pub fn check_passes(context: &Context, passes: &str) -> Result<(), Error> {
    let manager = PassManager::new(context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), passes)
        .map_err(|error| Error::invalid(format!("pipeline `{passes}`: {error}")))
}

/// Writes one dump file, making the folder if need be.
pub fn dump(dir: &Path, name: &str, text: &str) -> Result<(), Error> {
    std::fs::create_dir_all(dir).map_err(|error| Error::file(dir, error))?;
    let path = dir.join(name);
    std::fs::write(&path, text).map_err(|error| Error::file(&path, error))
}
