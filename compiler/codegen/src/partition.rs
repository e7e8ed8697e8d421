// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts programs for several devices to the program of one partition.

use crate::lower::run_passes;
use hloom_compiler::{Error, Program, mlir};
use hloom_dialects::op::Family;
use hloom_lowering::ir::{self, Op};
use hloom_lowering::spmd::partition::is_of_replicas;
use melior::ir::Module;
use melior::ir::operation::OperationLike;

/// The passes that partition a program; see `docs/partitioning.md`.
const PASSES: &str = "inline,symbol-dce,hlo-partition";

/// Converts `module`, which is the parsed `program`, to the program that each of `partitions`
/// partitions runs. Erases the functions that are unreachable from the entry function. Each tensor
/// among the arguments and results of the entry has its final sharding as attribute.
///
/// # Errors
/// Returns the located diagnostics of the pass `hlo-partition`. Also fails if there is no entry
/// function.
pub fn partition<'c>(
    context: &'c hloom_dialects::Context,
    module: &mut Module<'c>,
    program: &Program,
    partitions: usize,
) -> Result<(), Error> {
    // A program may be partitioned before a backend has registered the passes.
    hloom_lowering::registry();
    mlir::keep_entry(context, module, program)?;
    run_passes(context, module, &format!("builtin.module({PASSES}{{partitions={partitions}}})"))?;
    Ok(())
}

/// Checks that a program is for `count` replicas or partitions; `what` is `replicas` or
/// `partitions`. Adds the number to a program that does not specify it, so that the passes know it.
///
/// # Errors
/// Fails if the program specifies another number.
pub fn expect_count<'c>(
    context: &'c hloom_dialects::Context,
    module: Op<'c>,
    what: &str,
    count: usize,
) -> Result<(), Error> {
    let name = format!("mhlo.num_{what}");
    let number = i32::try_from(count).unwrap_or(i32::MAX);
    match ir::integer(module, &name) {
        Some(specified) if specified != i64::from(number) => {
            let message = format!("the program is for {specified} {what}, not {count}");
            Err(Error::Program(mlir::located(module.location(), &message)))
        }
        Some(_) => Ok(()),
        None => {
            ir::set_attribute(module, &name, ir::i32_attr(context, number));
            Ok(())
        }
    }
}

/// Returns true if a program contains a manual computation, whose operations work on shards instead
/// of whole tensors.
pub fn has_manual_computation(module: Op) -> bool {
    ir::walk(module).into_iter().any(|op| {
        let target = ir::text(op, "call_target_name");
        ir::op_name(op) == "sdy.manual_computation"
            || target.as_deref() == Some("SPMDFullToShardShape")
    })
}

/// Returns true if the result of an operation depends on the number of the partition or on data of
/// other partitions.
pub fn is_collective(op: Op) -> bool {
    ir::hlo_op(op).is_some_and(|kind| kind.family() == Family::Collective) && !is_of_replicas(op)
}
