// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-map-to-threads`: turns the structured operations of the host program into `scf.forall`
//! loops, whose iterations are threads of a GPU.
//!
//! Before: `linalg.generic` with iterators `[parallel, reduction]` on `memref<64x32xf32>`
//! After:  `scf.forall (%i) in (64) { %sum = scf.for %k = 0 to 32 iter_args(..) {..}; store %sum }`
//!
//! A reduction keeps its results in registers. Threads of successive numbers compute elements of the
//! last parallel dimension, so that they access memory next to each other where the operands have
//! this order. A thread computes one element, or several of large results ([`tile`]): more accesses
//! are in flight, and a matrix product uses each element that it loads several times.

mod nest;
mod tile;

use crate::host;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};
use nest::Nest;

/// The pass `hloom-map-to-threads`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-map-to-threads",
    description: "compute the elements of structured operations on GPU threads",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[],
    dialects: &["affine", "arith", "memref", "scf"],
    run,
};

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if ir::facts::is_body(function) {
        return Ok(());
    }
    for op in host::blocks(function).into_iter().flat_map(ir::ops) {
        if ir::op_name(op).starts_with("linalg.") {
            let nest = Nest::of(op).ok_or_else(|| {
                let name = ir::op_name(op);
                let expected = match name {
                    "linalg.generic" => "operands of static shape",
                    _ => "`linalg.generic`, which `linalg-generalize-named-ops` makes of it",
                };
                Failure::at(op, format!("`{name}`: expected {expected}"))
            })?;
            nest.emit(context);
            ir::erase(op);
        }
    }
    Ok(())
}
