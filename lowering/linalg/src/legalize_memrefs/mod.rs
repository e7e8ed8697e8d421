// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-legalize-memrefs`: converts functions on memrefs to entries of level `buffers`.
//!
//! Upstream's tools call a program on memrefs with the memory of its arguments and results:
//!
//! ```mlir
//! func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
//!   affine.for %i = 0 to 4 {
//!     %0 = affine.load %x[%i] : memref<4xf32>
//!     affine.store %0, %y[%i] : memref<4xf32>
//!   }
//!   return
//! }
//! ```
//!
//! An executable never writes its arguments. An argument that the function may write therefore
//! becomes an argument and a result, which may take the argument's memory ([`entry`]).
//!
//! Upstream's `affine-parallelize` analyzes affine loops. Its dependence analysis identifies memory
//! by the value that defines it, so the pass runs only if no two values refer to the same memory.
//! The passes `affine-loop-tile` and `affine-loop-fusion` of LLVM 22 are not used, because they
//! changed the results of randomly generated loop nests. `hloom-map-parallel-loops` tiles parallel
//! loops instead.

mod entry;
mod preflight;

use crate::hlo_to_linalg::generalize_named_ops;
use crate::{float_classes, index_dialect, reserved_names};
use hloom_ir::facts;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption, run_passes};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The pass `hloom-legalize-memrefs`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-legalize-memrefs",
    description: "convert public functions on memrefs to the calling convention of level \
                  `buffers`, and parallelize affine loops",
    anchor: "builtin.module",
    level: Level::Buffers,
    options: &[
        PassOption {
            name: "aliases",
            description: "let the result that holds the new contents of an argument use the \
                          argument's memory, instead of a copy",
            default: "true",
        },
        PassOption {
            name: "spaces",
            description: "allow memrefs in GPU address spaces",
            default: "true",
        },
    ],
    dialects: &["affine", "arith", "linalg", "memref", "scf"],
    run,
};

fn run<'a>(
    context: &'a Context,
    module: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let aliases = options.flag("aliases", module)?;
    let spaces = options.flag("spaces", module)?;
    if entries(module).is_empty() {
        return Ok(());
    }
    run_passes(context, module, "builtin.module(inline,symbol-dce)")?;
    let mut refused = Failure::default();
    for function in entries(module) {
        generalize_named_ops(function);
        float_classes::expand(context, function);
        index_dialect::expand(context, function);
        reserved_names::check(function, &mut refused);
        preflight::check(function, spaces, &mut refused);
    }
    refused.into_result()?;
    let ops = ir::walk(module);
    if ops.iter().any(|op| ir::dialect(*op) == "affine") {
        let is_analyzable = ops.iter().all(|op| !may_alias(*op));
        let analysis = if is_analyzable { "func.func(affine-parallelize)," } else { "" };
        run_passes(
            context,
            module,
            &format!("builtin.module({analysis}lower-affine,canonicalize)"),
        )?;
    }
    entries(module).into_iter().for_each(|function| entry::convert(context, function, aliases));
    Ok(())
}

/// Returns the public functions with a body that have memrefs as arguments or results, and do not
/// have the attribute `hloom.inputs`.
fn entries(module: Op<'_>) -> Vec<Op<'_>> {
    let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
    functions.filter(|op| ir::op_name(*op) == "func.func" && is_entry(*op)).collect()
}

fn is_entry(function: Op) -> bool {
    let is_private = ir::text(function, "sym_visibility").is_some_and(|it| it != "public");
    let Some(block) = ir::regions(function).into_iter().flat_map(ir::blocks).next() else {
        return false;
    };
    let end = ir::ops(block).pop();
    let results = end.map(ir::operands).unwrap_or_default();
    let mut values = ir::args(block).into_iter().chain(results);
    !is_private
        && function.attribute(facts::INPUTS).is_err()
        && values.any(|value| value.r#type().is_mem_ref())
}

/// Returns true if a result of an operation, or an argument of one of its regions, is a memref that
/// may share memory with another value.
fn may_alias(op: Op) -> bool {
    let is_own = matches!(
        ir::op_name(op),
        "memref.alloc" | "memref.alloca" | "memref.get_global" | "func.func"
    );
    let blocks = ir::regions(op).into_iter().flat_map(ir::blocks);
    let mut values = ir::results(op).into_iter().chain(blocks.flat_map(ir::args));
    !is_own
        && values.any(|value| value.r#type().is_mem_ref())
        && !ir::op_name(op).starts_with("linalg.")
}
