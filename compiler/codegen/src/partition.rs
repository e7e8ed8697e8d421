// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts programs for several devices to the program of one partition.

use crate::lower::run_passes;
use hloom_compiler::{Error, Program, mlir};
use melior::ir::Module;

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
