// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-tile-and-fuse`: groups of linalg operations become `scf.forall` loops
//! over tiles, whose iterations threads share.

use super::groups;
use crate::ffi;
use crate::hlo::outline_bodies::is_body;
use crate::ir::{self, Context, Op};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use melior::ir::operation::OperationLike;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-tile-and-fuse",
    description: "tile linalg operations for threads and caches, with the producers of each",
    anchor: "func.func",
    options: &[PassOption {
        name: "threads",
        description: "how many threads the loops are to be cut for",
        default: "1",
    }],
    dialects: &["affine", "linalg", "scf", "tensor"],
    run,
};

fn run<'a>(_: &'a Context, function: Op<'a>, options: &OptionValues) -> Result<(), Failure<'a>> {
    let threads = options.number("threads", function)?;
    if is_body(function) {
        return Ok(());
    }
    let blocks: Vec<_> = ir::walk(function)
        .into_iter()
        .filter(|op| !ir::op_name(*op).starts_with("linalg.") && !is_scheduled(*op))
        .flat_map(ir::regions)
        .flat_map(ir::blocks)
        .collect();
    for block in blocks {
        for group in groups::form(&ir::ops(block), threads) {
            if group.tiles <= 1 {
                continue;
            }
            let members = &group.members;
            let fused = ffi::tile_and_fuse(group.root, &group.sizes, |producer| {
                members.contains(&groups::key(producer))
            });
            if fused.is_none() {
                return Err(Failure::at(group.root, "`linalg.generic` cannot be tiled"));
            }
        }
    }
    Ok(())
}

/// Whether a schedule annotated an operation, or one around it, with what says that it is
/// as it is to be.
pub fn is_scheduled(op: Op) -> bool {
    std::iter::successors(Some(op), |op| op.parent_operation())
        .any(|op| op.attribute("hloom.scheduled").is_ok())
}
