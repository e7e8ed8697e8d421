// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers a program to LLVM IR.

use crate::changes::changed;
use crate::constants::{self, Constant};
use crate::first_level::{first_level, legalize_memrefs};
use crate::listing::{self, LocatedModule};
use crate::lower::{Levels, dump, located_text, lower};
use crate::reports::{self, Donations};
use crate::session::Session;
use crate::specialize::specialize;
use crate::tuning;
use hloom_compiler::interface::{
    CompileOptions, MemoryPlan, Profile, RecordedLowering, Signature, Stage, TunedSchedule,
};
use hloom_compiler::mlir;
use hloom_compiler::runtime::CallDescription;
use hloom_compiler::{Error, Program};
use hloom_llvm::LlvmModule;
use hloom_lowering::facts::{self, aliases};
use hloom_lowering::ir;
use hloom_lowering::pipeline::{Level, LoweringPipeline};
use hloom_lowering::verify_level::verify_facts;
use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Module};
use std::time::Instant;

/// The properties of a lowered program that its executable needs.
#[derive(Debug)]
pub struct Lowered {
    /// The name of the entry function, and the types of its arguments and results.
    pub signature: Signature,
    /// The values that arguments must have because the code was specialized for them; `None` for
    /// any value.
    pub values: Vec<Option<i64>>,
    /// The runtime calls of the program.
    pub calls: Vec<CallDescription>,
    /// The size in bytes of the arena that a run needs.
    pub arena_bytes: usize,
    /// Pairs of indices (result, argument): the result takes the memory of the argument.
    pub aliases: Vec<(usize, usize)>,
    /// The constants that the code refers to by symbols.
    pub constants: Vec<Constant>,
    /// The profile, if it was requested and the pipeline supports profiles.
    pub profile: Option<Profile>,
    /// The memory plan, if it was requested and the pipeline supports memory plans.
    pub memory_plan: Option<MemoryPlan>,
    /// The compilation stages so far, with their durations.
    pub stages: Vec<Stage>,
    /// The module with debug locations, if a trace was requested.
    pub(crate) located: Option<LocatedModule>,
}

/// Lowers a program with a pipeline to LLVM IR that is not yet optimized. `tuned` are the schedules
/// for the target. If `in_process` is true, the code will run in this process, so that large
/// constants can be stored apart from the code.
///
/// # Errors
/// Returns [`Error::Program`] with located diagnostics if the program is not valid or cannot be
/// lowered. Also fails if a dump cannot be written.
pub fn lower_program(
    program: &Program,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
    tuned: &[&TunedSchedule],
    in_process: bool,
) -> Result<(LlvmModule, Lowered), Error> {
    in_session(program, options, in_process, |session| {
        lower_in(
            session,
            program,
            pipeline,
            options,
            tuned,
            in_process,
            |context, module, lowered| {
                let start = Instant::now();
                let llvm = LlvmModule::from_mlir(module.as_operation()).map_err(crate::error)?;
                lowered.stages.push(Stage::new("translate", start.elapsed()));
                if options.trace.is_some() {
                    lowered.located = Some(listing::locate(context, module)?);
                }
                Ok(llvm)
            },
        )
    })
}

/// Lowers a program with a pipeline, and returns the result of `emit` for the lowered module.
///
/// # Errors
/// Fails under the same conditions as [`lower_program`]. Returns the error of `emit`.
pub fn lower_program_with<R>(
    program: &Program,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
    emit: impl for<'c> FnOnce(&'c Context, &Module<'c>, &mut Lowered) -> Result<R, Error>,
) -> Result<(R, Lowered), Error> {
    in_session(program, options, true, |session| {
        lower_in(session, program, pipeline, options, &[], false, |context, module, lowered| {
            emit(context, module, lowered)
        })
    })
}

/// Calls `run` with a session. A later compilation may reuse the session if `run` succeeds, the
/// code is for this process, and the user has not changed the pipeline.
fn in_session<R>(
    program: &Program,
    options: &CompileOptions,
    in_process: bool,
    run: impl FnOnce(&Session) -> Result<(R, Lowered), Error>,
) -> Result<(R, Lowered), Error> {
    // The passes of a user may change the context: loaded transform libraries stay in it.
    if !in_process || !options.pipeline.is_empty() {
        return run(&Session::new());
    }
    let session = Session::take();
    let (result, lowered) = run(&session)?;
    let constants: usize = lowered.constants.iter().map(|constant| constant.bytes.len()).sum();
    session.leave(program.source().len() + constants);
    Ok((result, lowered))
}

fn lower_in<R>(
    session: &Session,
    program: &Program,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
    tuned: &[&TunedSchedule],
    in_process: bool,
    emit: impl for<'c> FnOnce(&'c Context, &mut Module<'c>, &mut Lowered) -> Result<R, Error>,
) -> Result<(R, Lowered), Error> {
    let start = Instant::now();
    options.report("parse");
    let module = mlir::parse(session.context(), program)?;
    let parsed = Stage::new("parse", start.elapsed());
    let (mut module, mut lowered) =
        lower_module(session, module, program, pipeline, options, tuned, in_process)?;
    lowered.stages.insert(0, parsed);
    let result = emit(session.context(), &mut module, &mut lowered)?;
    Ok((result, lowered))
}

/// Lowers a program to the LLVM dialect in the context of `session`, as in [`lower_program`].
/// `module` is the parsed program.
///
/// # Errors
/// Fails under the same conditions as [`lower_program`].
pub fn lower_module<'c>(
    session: &'c Session,
    mut module: Module<'c>,
    program: &Program,
    pipeline: &dyn LoweringPipeline,
    options: &CompileOptions,
    tuned: &[&TunedSchedule],
    in_process: bool,
) -> Result<(Module<'c>, Lowered), Error> {
    let start = Instant::now();
    let context = session.context();
    let first = first_level(&module, program, &options.pipeline)?;
    if options.reproducible && (first > Level::Loops || !options.pipeline.is_empty()) {
        let reason = "reproducible results need a program that begins before level `buffers`, and \
                      an unchanged pass pipeline";
        return Err(Error::invalid(reason));
    }
    if options.pipeline.is_empty() && first == Level::Hlo {
        verify_facts(module.as_operation(), Some(Level::Hlo))
            .map_err(|failure| Error::Program(failure.to_string()))?;
    }
    let name = mlir::keep_entry(context, &mut module, program)?;
    let values = match first {
        Level::Hlo => specialize(context, &mut module, &name, options)?,
        _ => {
            let entry = mlir::entry(&module, program)?;
            mlir::check_known_arguments(&entry, &options.arguments)?;
            Vec::new()
        }
    };
    if let Some(dir) = &options.dump_dir {
        dump(dir, "input.mlir", &module.as_operation().to_string())?;
    }
    let named = program.clone().with_entry(name);
    if first <= Level::Buffers {
        legalize_memrefs(context, &mut module, &named, pipeline)?;
    }
    let entry = mlir::entry(&module, &named)?;
    let signature = mlir::signature(&entry)?;
    let mut donations = Donations::of(entry).unwrap_or_default();
    let wants_sources = options.profile || options.memory_plan || options.trace.is_some();
    let sources = if wants_sources { reports::sources(context, &module) } else { Vec::new() };
    if let Some(trace) = &options.trace {
        let (entry, input) = (signature.name.clone(), located_text(&module)?);
        let sources = sources.clone();
        let begun = RecordedLowering { sources, entry, input, ..RecordedLowering::default() };
        trace.record(|record| *record = begun);
    }
    tuning::apply(context, &module, tuned, options.tuning.choices);
    let mut stages = vec![Stage::new("specialize", start.elapsed())];

    let changed = changed(context, pipeline, &options.pipeline)?;
    let pipeline = changed.as_deref().unwrap_or(pipeline);
    let Levels { stages: levels, calls, chosen_aliases } =
        lower(session, &mut module, pipeline, options, first)?;
    stages.extend(levels);
    let (arena_bytes, aliases) = memory(&module)?;
    donations.chosen = chosen_aliases;
    let wanted = options.memory_plan.then(|| sources.clone());
    let memory_plan = wanted.and_then(|sources| reports::memory_plan(&module, sources, &donations));
    let profile = if options.profile { reports::profile(&module, sources) } else { None };
    let constants = if in_process { constants::take(context, &module) } else { Vec::new() };
    let lowered = Lowered {
        signature,
        values,
        calls,
        arena_bytes,
        aliases,
        constants,
        profile,
        memory_plan,
        stages,
        located: None,
    };
    Ok((module, lowered))
}

/// Returns the arena size that buffer assignment computed for the entry function, and the pairs of
/// indices (result, argument) for each result that takes the memory of an argument.
fn memory(module: &Module) -> Result<(usize, Vec<(usize, usize)>), Error> {
    std::iter::successors(module.body().first_operation(), |op| op.next_in_block())
        .filter(|op| op.attribute(facts::INPUTS).is_ok())
        .find_map(|op| {
            let bytes = ir::integer(op, facts::ARENA_BYTES)?;
            Some((usize::try_from(bytes).ok()?, aliases(op)))
        })
        .ok_or_else(|| Error::Internal("the pipeline did not assign buffers".to_owned()))
}
