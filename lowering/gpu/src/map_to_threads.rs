// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-map-to-threads`: turns the structured operations of the host program into `scf.forall`
//! loops, whose iterations are threads of a GPU.
//!
//! Before: `linalg.generic` with iterators `[parallel, reduction]` on `memref<64x32xf32>`
//! After:  `scf.forall (%i) in (64) { %sum = scf.for %k = 0 to 32 iter_args(..) {..}; store %sum }`
//!
//! A reduction keeps its results in registers. If the operations before it fill the results with a
//! constant, it begins with this constant ([`fill`]). Threads with successive indices compute successive
//! elements of the last parallel dimension, so that they access adjacent memory if the operands have
//! this order. A thread computes one element, or several elements of a large result ([`tile`]). Then
//! more accesses are in flight, and a matrix product uses each loaded element several times.

mod block;
mod contraction;
mod element;
mod emit;
mod epilogue;
mod fill;
mod loops;
mod matrix_product;
mod memory_copy;
mod nest;
mod product;
mod shared;
mod tile;
mod together;

use crate::host;
use crate::matrix_unit::MatrixUnits;
use fill::Fill;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Builder, Context, Mapping, Op};
use melior::ir::ValueLike;
use memory_copy::MemoryCopy;
use nest::Nest;
use shared::{Machine, Place};

/// The pass `hloom-map-to-threads`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-map-to-threads",
    description: "convert structured operations to `scf.forall` loops, whose iterations are GPU \
                  threads",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[
        PassOption {
            name: "shared-bytes",
            description: "size of the memory that the threads of a thread block share, in bytes",
            default: "0",
        },
        PassOption {
            name: "matrix-unit",
            description: "matrix units of the target: `none`; on NVIDIA's GPUs, `mma.sync`, or \
                          `wgmma` for both `wgmma` and `mma.sync`; on AMD's GPUs, `cdna2`, \
                          `cdna3`, `rdna3` or `rdna4`",
            default: "none",
        },
    ],
    dialects: &["affine", "arith", "gpu", "llvm", "memref", "nvvm", "rocdl", "scf", "vector"],
    run,
};

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    if ir::facts::is_body(function) {
        return Ok(());
    }
    let bytes = options.number("shared-bytes", function)?;
    let unit = options.text("matrix-unit");
    let matrix_units = MatrixUnits::named(unit).ok_or_else(|| {
        let message = format!("expected one of {}, found `{unit}`", MatrixUnits::names());
        Failure::at(function, format!("option `matrix-unit`: {message}"))
    })?;
    let machine = Machine { shared_bytes: bytes, matrix_units };
    for block in host::blocks(function) {
        for op in ir::ops(block) {
            if ir::op_name(op) == "memref.alloca" && ir::operands(op).is_empty() {
                // The stack of the host is no memory of the device.
                let memory = Builder::before(context, op).op("memref.alloc").segments(&[0, 0]);
                ir::replace(op, [memory.result(ir::results(op)[0].r#type()).value()]);
            } else if ir::op_name(op) == "scf.forall" && !block::is_of_blocks(op) {
                // Each iteration is that of a thread, which executes inner loops alone.
                let inner = ir::walk(op).into_iter().filter(|op| Mapping::of(*op).is_some());
                inner.for_each(|op| ir::remove_attribute(op, "mapping"));
            } else if ir::op_name(op) == "scf.forall"
                && let Some(mut memory) = block::prepare(context, op, bytes)?
            {
                map_ops(context, memory.block, Place::Block(&mut memory))?;
            }
        }
        map_ops(context, block, Place::Device(machine))?;
    }
    Ok(())
}

/// Maps the structured operations in an MLIR block to the threads of `place`.
fn map_ops<'a>(
    context: &'a Context,
    block: Block<'a>,
    mut place: Place<'_, 'a>,
) -> Result<(), Failure<'a>> {
    let mut filled: Vec<Fill> = Vec::new();
    let mut included: Vec<Op> = Vec::new();
    for op in ir::ops(block).into_iter().filter(|op| !host::is_transparent(*op)) {
        if included.contains(&op) {
            // The product does not store its result if only this operation reads it.
            let mut allocations: Vec<Op> = Vec::new();
            for memory in ir::operands(op).into_iter().filter_map(ir::defining_op) {
                if ir::op_name(memory) == "memref.alloc" && !allocations.contains(&memory) {
                    allocations.push(memory);
                }
            }
            ir::erase(op);
            for allocation in allocations {
                ir::erase_unused(allocation);
            }
            continue;
        }
        let copy = if matches!(place, Place::Block(_)) { MemoryCopy::of(op) } else { None };
        let is_nest = copy.is_none() && ir::op_name(op).starts_with("linalg.");
        let nest = if is_nest { Some(nest(op)?) } else { None };
        let nest = match nest.map(Fill::of) {
            Some(Ok(fill)) => {
                let is_same = |other: &Fill<'a>| other.shares_memory(&fill);
                let (same, others) = std::mem::take(&mut filled).into_iter().partition(is_same);
                filled = others;
                fill::emit_unless_start(context, same, Some(&fill.nest), &mut place)?;
                filled.push(fill);
                continue;
            }
            Some(Err(nest)) => Some(nest),
            None => None,
        };
        let fills = std::mem::take(&mut filled);
        let start = fill::emit_unless_start(context, fills, nest.as_ref(), &mut place)?;
        match nest {
            Some(nest) => {
                included = nest.emit(context, &start, &mut place)?;
                ir::erase(op);
            }
            None => {
                if let Some(copy) = copy {
                    copy.emit(Builder::before(context, op));
                    ir::erase(op);
                } else if let Place::Block(memory) = &mut place
                    && let Some(body) = block::sequential_body(op)
                {
                    map_ops(context, body, Place::Block(memory))?;
                }
            }
        }
    }
    Ok(())
}

/// Returns the loop nest of a structured operation. Fails unless the operation is a
/// `linalg.generic` of static shape.
fn nest<'a>(op: Op<'a>) -> Result<Nest<'a>, Failure<'a>> {
    Nest::of(op).ok_or_else(|| {
        let name = ir::op_name(op);
        let expected = match name {
            "linalg.generic" => "expected operands of static shape",
            _ => "expected `linalg.generic`; run the pass `linalg-generalize-named-ops` first",
        };
        Failure::at(op, format!("`{name}`: {expected}"))
    })
}
