// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a lowering pipeline level by level; measures and dumps each level.

use crate::memory_budget;
use crate::reports;
use crate::session::{Session, parse_passes};
use hloom_compiler::Error;
use hloom_compiler::interface::{CompileOptions, PipelineChanges, Stage, TracedStep};
use hloom_compiler::runtime::{CallDescription, describe};
use hloom_dialects::{Diagnostic, Diagnostics, Severity};
use hloom_lowering::condition::Conditions;
use hloom_lowering::pipeline::{self, Level, LoweringPipeline, Step};
use hloom_lowering::verify_level;
use melior::Context;
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::pass::PassManager;
use std::path::Path;
use std::time::{Duration, Instant};

/// Information about a program that is collected while it is lowered through all levels.
#[derive(Debug)]
pub(crate) struct Levels {
    /// The duration of each level and of verification.
    pub stages: Vec<Stage>,
    /// The runtime calls of the program.
    pub calls: Vec<CallDescription>,
    /// Pairs of indices (result, argument): the passes at level `hlo` chose the result to take the
    /// memory of the argument. Empty unless the memory plan is requested.
    pub chosen_aliases: Vec<(usize, usize)>,
}

/// Lowers `module`, which belongs to the context of `session`, through the levels from `first` on.
///
/// # Errors
/// Returns the located diagnostics of a pass that fails. Also fails if the temporaries exceed the
/// memory budget, or if a dump cannot be written.
pub(crate) fn lower<'c>(
    session: &'c Session,
    module: &mut Module<'c>,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
    first: Level,
) -> Result<Levels, Error> {
    let mut lowering = Lowering {
        session,
        pipeline,
        options,
        stages: Vec::new(),
        calls: Vec::new(),
        chosen: Vec::new(),
        verification: Duration::ZERO,
    };
    if first > Level::Linalg {
        lowering.calls = describe(module)?;
    }
    if first > Level::Loops && options.memory_plan {
        reports::ask_for_buffers(session.context(), module);
    }
    let levels =
        |of: &[Level]| -> Vec<_> { of.iter().copied().filter(|level| *level >= first).collect() };
    for level in levels(&[Level::Hlo, Level::Linalg]) {
        lowering.level(module, level)?;
    }
    let mut to_buffers = |module: &mut Module<'c>| {
        let mut levels = levels(&[Level::Loops, Level::Buffers]).into_iter();
        levels.try_for_each(|level| lowering.level(module, level))
    };
    match options.memory_budget {
        Some(_) if first > Level::Loops => {
            let reason = "a memory budget needs a program that begins before level `buffers`";
            return Err(Error::invalid(reason));
        }
        Some(budget) => memory_budget::fit(session.context(), module, budget, to_buffers)?,
        None => to_buffers(module)?,
    }
    lowering.level(module, Level::Target)?;
    let Lowering { mut stages, calls, chosen, verification, .. } = lowering;
    stages.push(Stage::new("verify", verification));
    Ok(Levels { stages, calls, chosen_aliases: chosen })
}

/// The state of a program's lowering: its options, and the information collected so far.
struct Lowering<'s, 'c> {
    session: &'c Session,
    pipeline: &'s dyn LoweringPipeline,
    options: &'s CompileOptions,
    stages: Vec<Stage>,
    calls: Vec<CallDescription>,
    chosen: Vec<(usize, usize)>,
    verification: Duration,
}

impl<'c> Lowering<'_, 'c> {
    /// Runs the passes of a level on a module, and verifies and dumps the result.
    fn level(&mut self, module: &mut Module<'c>, level: Level) -> Result<(), Error> {
        let Self { session, pipeline, options, .. } = *self;
        let context = session.context();
        options.report(level.name());
        let start = Instant::now();
        let mut steps = pipeline.steps(level);
        if level == Level::Target && options.profile {
            let why = "later passes change the loop nests that a profile shows";
            steps.insert(0, Step::new("func.func(hloom-estimate-work)", why));
        }
        let traced = options.trace.as_ref().map(|trace| {
            // A program that must fit into a memory budget may come to a level several times.
            trace.record(|record| record.steps.retain(|step| step.level < level));
            (trace, steps.clone())
        });
        let parts = match &traced {
            Some((_, steps)) => {
                steps.iter().flat_map(|step| pipeline::parts(vec![step.clone()])).collect()
            }
            None => pipeline::parts(steps),
        };
        // The conditions of the program as the last pass left it, once they are needed.
        let mut conditions = None;
        for (number, (passes, condition)) in parts.into_iter().enumerate() {
            let record = |ran: Option<(&Module, Duration)>| -> Result<(), Error> {
                let Some((trace, steps)) = &traced else { return Ok(()) };
                let program = ran.map(|(module, _)| located_text(module)).transpose()?;
                let step = &steps[number];
                let step = TracedStep {
                    level,
                    passes: step.passes.clone(),
                    reason: step.why.to_owned(),
                    ran: ran.is_some(),
                    duration: ran.map(|(_, duration)| duration).unwrap_or_default(),
                    program,
                };
                trace.record(|record| record.steps.push(step));
                Ok(())
            };
            if let Some(condition) = condition {
                let conditions =
                    conditions.get_or_insert_with(|| Conditions::of(module.as_operation()));
                if !conditions.hold(condition) {
                    record(None)?;
                    continue;
                }
            }
            conditions = None;
            let start = Instant::now();
            let mut warnings = Vec::new();
            let manager = session.pass_manager(&passes)?;
            let ran = run(context, &manager, module, &passes, &mut warnings);
            warnings.iter().for_each(|warning| options.warn(&warning.to_string()));
            ran.map_err(|error| {
                let Error::Program(messages) = error else { return error };
                let (backend, level) = (pipeline.name(), level.name());
                Error::Program(format!(
                    "{messages}\nnote: while lowering to level `{level}` of platform `{backend}`"
                ))
            })?;
            record(Some((&*module, start.elapsed())))?;
        }
        let duration = start.elapsed();
        if options.pipeline.is_empty() {
            verify(context, module, level)?;
            self.verification += start.elapsed() - duration;
        }
        // The passes of the level `buffers` split collectives.
        if matches!(level, Level::Linalg | Level::Buffers) {
            self.calls = describe(module)?;
        }
        if options.memory_plan {
            match level {
                Level::Hlo => self.chosen = reports::aliases(module),
                Level::Loops => reports::ask_for_buffers(context, module),
                _ => {}
            }
        }
        // A program that must fit into a memory budget may come to a level several times.
        match self.stages.iter_mut().find(|stage| stage.name == level.name()) {
            Some(stage) => stage.duration += duration,
            None => self.stages.push(Stage::new(level.name(), duration)),
        }
        if let Some(dir) = &options.dump_dir {
            dump(dir, &format!("{}.mlir", level.name()), &module.as_operation().to_string())?;
        }
        Ok(())
    }
}

/// The maximum number of elements of a constant that a trace prints in full; larger constants are
/// elided.
const ELIDED: usize = 32;

/// Returns a program as MLIR text with locations and without large constants, for a trace.
///
/// # Errors
/// Fails if MLIR cannot print the program.
pub(crate) fn located_text(module: &Module) -> Result<String, Error> {
    let flags = OperationPrintingFlags::new()
        .elide_large_elements_attributes(ELIDED)
        .enable_debug_info(true, false);
    let text = module.as_operation().to_string_with_flags(flags);
    text.map_err(|error| Error::Internal(error.to_string()))
}

/// Verifies the program at the end of a level of a backend's own pipeline: runs MLIR's verifier,
/// and checks the contract of the level.
///
/// Release builds also verify, because this takes less than 2 % of the compile time. On ResNet-50,
/// MLIR's verifier takes 1.2 % for all levels together, and the contracts take 0.2 %. The stage
/// `verify` of `hlo-run --json` shows the total.
fn verify(context: &Context, module: &Module, level: Level) -> Result<(), Error> {
    let contract = || {
        verify_level::verify(module.as_operation(), level).map_err(|failure| failure.to_string())
    };
    verify_module(context, module).and_then(|()| contract()).map_err(|messages| {
        Error::Internal(format!(
            "the passes made an invalid program at level `{level}`:\n{messages}"
        ))
    })
}

/// The author of a pass pipeline, who can correct it if it leaves an invalid module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The user wrote or changed the pipeline. An invalid module is an error of the user, because a
    /// valid pass may leave one at a place in the pipeline where it does not belong.
    User,
    /// The pipeline belongs to hloom. An invalid module is an internal error.
    Hloom,
}

impl Author {
    /// Returns the author of a backend's pipeline after `changes`.
    pub fn of(changes: &PipelineChanges) -> Self {
        if changes.is_empty() { Self::Hloom } else { Self::User }
    }
}

/// Runs a pass pipeline of hloom on `module`, verifies the module, and returns the warnings that
/// the passes emit. The pipeline has MLIR's textual form, such as
/// `builtin.module(canonicalize,cse)`.
///
/// # Errors
/// Fails if `passes` cannot be parsed. If a pass fails, returns its diagnostics with their
/// locations. Returns [`Error::Internal`] with the diagnostics of MLIR's verifier if the passes
/// leave an invalid module; in debug builds, a pass that does so fails. After a failure, the module
/// may be partly transformed or invalid.
pub fn run_passes<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    passes: &str,
) -> Result<Vec<Diagnostic>, Error> {
    let mut warnings = Vec::new();
    run_passes_of(Author::Hloom, context, module, passes, &mut warnings)?;
    Ok(warnings)
}

/// Runs a pass pipeline of an author as [`run_passes`] does. Adds the warnings that the passes emit
/// to `warnings`, also if a pass fails.
///
/// # Errors
/// Fails under the same conditions as [`run_passes`]. If passes of the user leave an invalid
/// module, returns [`Error::Program`].
pub fn run_passes_of<'c>(
    author: Author,
    context: &'c Context,
    module: &mut Module<'c>,
    passes: &str,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Error> {
    let manager = parse_passes(context, passes).map_err(Error::invalid)?;
    run_and_verify(author, context, &manager, module, passes, warnings)
}

/// Runs passes, and verifies the module after the last one: release builds run MLIR's verifier
/// after no pass ([`parse_passes`]).
fn run_and_verify(
    author: Author,
    context: &Context,
    manager: &PassManager,
    module: &mut Module,
    passes: &str,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Error> {
    run(context, manager, module, passes, warnings)?;
    verify_module(context, module).map_err(|messages| match author {
        Author::User => Error::Program(messages),
        Author::Hloom => {
            Error::Internal(format!("the passes made an invalid program:\n{messages}"))
        }
    })
}

/// Returns the diagnostics of MLIR's verifier, a line for each, as the error of an invalid module.
fn verify_module(context: &Context, module: &Module) -> Result<(), String> {
    let diagnostics = Diagnostics::collect(context);
    if module.as_operation().verify() {
        return Ok(());
    }
    let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
    Err(messages.join("\n"))
}

/// Runs passes, and adds the warnings that they emit to `warnings`, also if a pass fails.
fn run(
    context: &Context,
    manager: &PassManager,
    module: &mut Module,
    passes: &str,
    warnings: &mut Vec<Diagnostic>,
) -> Result<(), Error> {
    let diagnostics = Diagnostics::collect(context);
    let outcome = manager.run(module);
    let (found, others): (Vec<_>, Vec<_>) = diagnostics
        .take()
        .into_iter()
        .partition(|diagnostic| diagnostic.severity == Severity::Warning);
    let failure = outcome.map_err(|_| {
        // The reason for the failure may be a warning, if there is no other diagnostic.
        let reasons = if others.is_empty() { &found } else { &others };
        let messages: Vec<_> = reasons.iter().map(ToString::to_string).collect();
        if messages.is_empty() {
            return Error::Internal(format!("a pass of `{passes}` failed without a diagnostic"));
        }
        Error::Program(messages.join("\n"))
    });
    warnings.extend(found);
    failure
}

/// Checks the syntax of a user's passes before they run.
///
/// # Errors
/// Returns MLIR's error message if the text cannot be parsed.
pub fn check_passes(context: &Context, passes: &str) -> Result<(), Error> {
    parse_passes(context, passes).map(drop).map_err(Error::invalid)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipeline that lacks all passes.
    struct Empty;

    impl LoweringPipeline for Empty {
        fn name(&self) -> &'static str {
            "empty"
        }

        fn description(&self) -> &'static str {
            "for tests"
        }

        fn steps(&self, _: Level) -> Vec<Step> {
            Vec::new()
        }
    }

    /// Returns the error after passes of an author that leave an invalid module. As in release
    /// builds, the pass manager does not verify.
    fn error_of_invalid_module(author: Author) -> Error {
        // The first access registers upstream's passes.
        hloom_lowering::registry();
        let text = "func.func @main(%x: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.map ins(%x, %y : tensor<4xi1>, tensor<4xf32>) outs(%e : tensor<4xf32>)
    (%p: i1, %a: f32, %o: f32) {
      %1 = scf.if %p -> f32 {
        scf.yield %a : f32
      } else {
        %n = arith.negf %a : f32
        scf.yield %n : f32
      }
      linalg.yield %1 : f32
    }
  return %0 : tensor<4xf32>
}
";
        let context = hloom_dialects::Context::new();
        let module = hloom_dialects::parse_module(&context, text, "program.mlir");
        let mut module = module.unwrap_or_else(|error| panic!("{error}"));
        let passes = "builtin.module(convert-scf-to-cf)";
        let manager = parse_passes(&context, passes).unwrap_or_else(|error| panic!("{error}"));
        manager.enable_verifier(false);
        run_and_verify(author, &context, &manager, &mut module, passes, &mut Vec::new())
            .expect_err("`linalg.map` has one block")
    }

    #[test]
    fn authors_of_passes_are_told_of_invalid_modules() {
        let error = error_of_invalid_module(Author::User);
        let Error::Program(message) = error else { panic!("{error}") };
        assert!(message.starts_with("program.mlir:3:8: error: "), "{message}");
        assert!(message.contains("linalg.map"), "{message}");
        let error = error_of_invalid_module(Author::of(&PipelineChanges::default()));
        let Error::Internal(message) = error else { panic!("{error}") };
        let expected = "the passes made an invalid program:\nprogram.mlir:3:8: error: ";
        assert!(message.starts_with(expected), "{message}");
    }

    #[test]
    fn unknown_passes_are_invalid_requests() {
        let context = hloom_dialects::Context::new();
        let module = hloom_dialects::parse_module(&context, "", "program.mlir");
        let mut module = module.unwrap_or_else(|error| panic!("{error}"));
        let error = run_passes(&context, &mut module, "builtin.module(no-such-pass)")
            .expect_err("there is no such pass");
        assert!(matches!(&error, Error::Invalid(_)), "{error}");
        assert!(error.to_string().contains("no-such-pass"), "{error}");
    }

    /// The former name of `hlo-verify-sizes` emits a warning, and then the pass fails.
    #[test]
    fn warnings_of_passes_that_fail_are_returned() {
        // The first access registers the passes and their former names.
        hloom_lowering::registry();
        let context = hloom_dialects::Context::new();
        let text = "func.func @main(%x: tensor<4294967296x4294967296xf32>) { return }";
        let module = hloom_dialects::parse_module(&context, text, "program.mlir");
        let mut module = module.unwrap_or_else(|error| panic!("{error}"));
        let (passes, mut warnings) = ("builtin.module(hlo-check-sizes)", Vec::new());
        let error = run_passes_of(Author::User, &context, &mut module, passes, &mut warnings)
            .expect_err("the size overflows")
            .to_string();
        assert!(error.contains("whose size overflows") && !error.contains("warning: "), "{error}");
        let [warning] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(warning.message.starts_with("pass `hlo-check-sizes` is now"), "{warning}");
    }

    /// The example of `docs/refusals.md`.
    #[test]
    fn broken_contracts_are_internal_errors() {
        let text = "func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite \"test.f\" %x {decomposition = @f} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
";
        let session = Session::new();
        let module = hloom_dialects::parse_module(session.context(), text, "program.mlir");
        let mut module = module.unwrap_or_else(|error| panic!("{error}"));
        let options = CompileOptions::default();
        let error =
            lower(&session, &mut module, &Empty, &options, Level::Hlo).expect_err("a composite");
        assert_eq!(
            error.to_string(),
            "internal error: the passes made an invalid program at level `hlo`:\n\
             program.mlir:5:8: error: `stablehlo.composite` must not remain at level `hlo`; \
             please report it"
        );
    }
}
