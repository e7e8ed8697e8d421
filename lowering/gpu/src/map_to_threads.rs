// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-map-to-threads`: turns the structured operations of the host program into `scf.forall`
//! loops, whose iterations are threads of a GPU.
//!
//! Before: `linalg.generic` with iterators `[parallel, reduction]` on `memref<64x32xf32>`
//! After:  `scf.forall (%i) in (64) { %sum = scf.for %k = 0 to 32 iter_args(..) {..}; store %sum }`
//!
//! A reduction keeps its results in registers. It begins with a constant if the operation before it fills
//! the results ([`fill`]). Threads of successive numbers compute elements of the
//! last parallel dimension, so that they access memory next to each other where the operands have
//! this order. A thread computes one element, or several of large results ([`tile`]): more accesses
//! are in flight, and a matrix product uses each element that it loads several times.

mod emit;
mod fill;
mod nest;
mod tile;

use crate::host;
use fill::Fill;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op};
use melior::ir::ValueLike;
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
    for block in host::blocks(function) {
        let mut filled = None;
        for op in ir::ops(block) {
            if ir::op_name(op) == "memref.alloca" && ir::operands(op).is_empty() {
                // The stack of the host is no memory of the device.
                let memory = Builder::before(context, op).op("memref.alloc").segments(&[0, 0]);
                ir::replace(op, [memory.result(ir::results(op)[0].r#type()).value()]);
                continue;
            }
            if host::is_transparent(op) {
                continue;
            }
            let nest = if ir::op_name(op).starts_with("linalg.") { Some(nest(op)?) } else { None };
            let fill: Option<Fill> = filled.take();
            match nest {
                Some(nest) => {
                    let mut start = Vec::new();
                    if let Some(fill) = fill {
                        start = fill.start_of(&nest);
                        fill.emit_unless(context, start.iter().any(Option::is_some));
                    }
                    match Fill::of(nest) {
                        Ok(fill) => filled = Some(fill),
                        Err(nest) => {
                            nest.emit(context, &start);
                            ir::erase(op);
                        }
                    }
                }
                None => {
                    if let Some(fill) = fill {
                        fill.emit_unless(context, false);
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns the loops of a structured operation.
fn nest<'a>(op: Op<'a>) -> Result<Nest<'a>, Failure<'a>> {
    Nest::of(op).ok_or_else(|| {
        let name = ir::op_name(op);
        let expected = match name {
            "linalg.generic" => "operands of static shape",
            _ => "`linalg.generic`, which `linalg-generalize-named-ops` makes of it",
        };
        Failure::at(op, format!("`{name}`: expected {expected}"))
    })
}
