// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-tile-and-fuse`: tiles groups of linalg operations into `scf.forall` loops.
//!
//! Each group consists of a root and the producers that can be computed profitably in the root's
//! tiles (`groups.rs`). Upstream's tile-and-fuse builds the loop, whose iterations are distributed
//! over threads. The pass does not change outlined bodies of operations, and operations that a
//! schedule of the user has tiled.
//!
//! On GPUs, tile sizes need not divide the iterations of the root (`tile_loop.rs`), and a tile of
//! attention may compute keys in blocks (`online_softmax.rs`).

mod ffi;
mod online_softmax;
mod tile_loop;

use crate::groups::{self, Group};
use crate::tuning::Tuning;
use hloom_ir::facts::{is_body, unscheduled_blocks};
use hloom_ir::linalg::structured::Structured;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Mapping, Op};

/// The pass `hloom-tile-and-fuse`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-tile-and-fuse",
    description: "tile linalg operations for threads and caches, and fuse their producers into the \
                  tiles",
    anchor: "func.func",
    level: Level::Loops,
    options: &[
        PassOption {
            name: "threads",
            description: "number of threads over which the tiles are distributed",
            default: "1",
        },
        PassOption {
            name: "shared-bytes",
            description: "size of the shared memory of a GPU thread block in bytes; 0 for CPUs",
            default: "0",
        },
    ],
    dialects: &["affine", "arith", "gpu", "linalg", "math", "scf", "tensor"],
    run,
};

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let threads = options.number("threads", function)?;
    if is_body(function) {
        return Ok(());
    }
    let bytes = options.number("shared-bytes", function)?;
    let mut tuning = Tuning::of(context, function)?;
    for block in unscheduled_blocks(function) {
        let ops = ir::ops(block);
        let groups = match bytes {
            0 => groups::form(&ops, threads, &mut tuning)?,
            _ => groups::form_for_blocks(&ops, bytes - Mapping::PARTS_BYTES)?,
        };
        for group in groups {
            if group.tiles <= 1 {
                continue;
            }
            let fused = if let Some(softmax) = &group.softmax {
                online_softmax::emit(context, softmax, &group.sizes)
            } else if group.is_even {
                let members = &group.members;
                ffi::tile_and_fuse(group.root, &group.sizes, |producer| {
                    members.contains(&ir::address(producer))
                })
            } else {
                tile_unevenly(context, &group)
            };
            let Some(nest) = fused else {
                return Err(Failure::at(
                    group.root,
                    "`linalg.generic`: the operation cannot be tiled",
                ));
            };
            if bytes > 0 {
                Mapping::Block.set(context, nest);
            }
        }
    }
    tuning.write(function);
    Ok(())
}

/// Tiles and fuses a group whose tile sizes do not divide the iterations of the root. Returns the
/// new loop, or `None` if an operation cannot be tiled.
fn tile_unevenly<'a>(context: &'a Context, group: &Group<'a>) -> Option<Op<'a>> {
    let root = Structured::of(group.root)?;
    tile_loop::emit(context, &root, &group.sizes, |tile| {
        let op = ffi::tile(root.op, tile.next, &tile.offsets, &tile.sizes)?;
        tile_loop::fuse_producers(op, |producer| group.members.contains(&ir::address(producer)));
        ir::results(op).first().copied()
    })
}
