// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Determines the level at which the lowering of a program begins, and prepares the program for
//! this level.

use crate::lower::run_passes;
use hloom_compiler::interface::PipelineChanges;
use hloom_compiler::{Error, Program, mlir};
use hloom_lowering::facts;
use hloom_lowering::pipeline::{Level, LoweringPipeline};
use melior::Context;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::FunctionType;
use melior::ir::{Module, TypeLike};

/// The pass that converts functions on memrefs to the form of level `buffers`.
const LEGALIZE_MEMREFS: &str = "hloom-legalize-memrefs";

/// Returns the first level whose passes run.
///
/// This is the level that the user chose, or level `hlo` if the user replaces the passes.
/// Otherwise, a program whose entry takes or returns memrefs begins at level `buffers`, or at level
/// `target` if its buffers are assigned. All other programs begin at level `hlo`, whose passes
/// leave the operations of other dialects unchanged.
///
/// # Errors
/// Fails if there is no entry function.
pub fn first_level(
    module: &Module,
    program: &Program,
    changes: &PipelineChanges,
) -> Result<Level, Error> {
    if let Some(level) = changes.start_at {
        return Ok(level);
    }
    let entry = mlir::entry(module, program)?;
    // The user's passes run from the first to the last.
    Ok(if changes.passes.is_some() || !is_on_memrefs(&entry) {
        Level::Hlo
    } else if entry.attribute(facts::ARENA_BYTES).is_ok() {
        Level::Target
    } else {
        Level::Buffers
    })
}

/// Converts the entry function of a program on memrefs from upstream's calling convention to the
/// one that level `buffers` expects. Leaves other programs unchanged.
///
/// Uses the configuration of the pass in level `buffers` of `pipeline`, if the pass occurs there.
///
/// # Errors
/// Returns the located diagnostics if a function cannot be lowered.
pub fn legalize_memrefs<'c>(
    context: &'c Context,
    module: &mut Module<'c>,
    program: &Program,
    pipeline: &dyn LoweringPipeline,
) -> Result<(), Error> {
    let entry = mlir::entry(module, program)?;
    if !is_on_memrefs(&entry) || entry.attribute(facts::INPUTS).is_ok() {
        return Ok(());
    }
    let steps = pipeline.steps(Level::Buffers);
    let Some(step) = steps.iter().find(|step| step.passes.starts_with(LEGALIZE_MEMREFS)) else {
        return Ok(());
    };
    run_passes(context, module, &format!("builtin.module({})", step.passes)).map(|_| ())
}

fn is_on_memrefs(entry: &OperationRef) -> bool {
    let ty = entry.attribute("function_type").ok();
    let ty = ty
        .and_then(|ty| TypeAttribute::try_from(ty).ok())
        .and_then(|ty| FunctionType::try_from(ty.value()).ok());
    ty.is_some_and(|ty| {
        let inputs = (0..ty.input_count()).filter_map(|index| ty.input(index).ok());
        let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok());
        inputs.chain(results).any(|ty| ty.is_mem_ref())
    })
}
