// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-tile-and-fuse`: tiles groups of linalg operations into `scf.forall` loops.
//!
//! Each group is a root and the producers that are worth computing in the root's tiles
//! (`groups.rs`). Upstream's tile-and-fuse builds the loop. Threads share its iterations. Bodies of
//! outlined operations, and operations that a schedule has tiled, stay unchanged.

mod ffi;

use crate::groups;
use crate::tuning::Tuning;
use hloom_ir::facts::{is_body, unscheduled_blocks};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};

/// The pass `hloom-tile-and-fuse`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-tile-and-fuse",
    description: "tile linalg operations for threads and caches, and fuse their producers",
    anchor: "func.func",
    level: Level::Loops,
    options: &[PassOption {
        name: "threads",
        description: "number of threads that share the tiles",
        default: "1",
    }],
    dialects: &["affine", "linalg", "scf", "tensor"],
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
    let mut tuning = Tuning::of(context, function)?;
    for block in unscheduled_blocks(function) {
        for group in groups::form(&ir::ops(block), threads, &mut tuning)? {
            if group.tiles <= 1 {
                continue;
            }
            let members = &group.members;
            let fused = ffi::tile_and_fuse(group.root, &group.sizes, |producer| {
                members.contains(&ir::address(producer))
            });
            if fused.is_none() {
                return Err(Failure::at(group.root, "`linalg.generic` cannot be tiled"));
            }
        }
    }
    tuning.write(function);
    Ok(())
}
