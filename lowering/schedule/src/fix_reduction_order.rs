// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-fix-reduction-order`: adds floats in an order that does not depend on the target.
//!
//! HLO does not specify the order of a reduction, so LLVM would choose an order that depends on the
//! vectors of the target. This pass fixes the order instead. A sum along contiguous elements
//! becomes sums of every sixteenth element (a fixed number of lanes), which LLVM vectorizes without
//! reordering, followed by the sum of these partial sums.
//!
//! Before: `sum(x : tensor<4096x1024xf32>, dimension 1)`
//! After:  `sum(sum(x : tensor<4096x64x16xf32>, dimension 1), dimension 1)`
//!
//! The pass also removes all fast-math flags, so that later passes cannot reorder operations or
//! fuse multiplications with additions. It does not split contractions and scans, because their
//! passes fix their own order.

use crate::split_reduction::{PartLoop, Reduction};
use hloom_ir::facts::{is_body, is_scheduled};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Shaped};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The pass `hloom-fix-reduction-order`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-fix-reduction-order",
    description: "fix the order of sums of floats, so that it does not depend on the target",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &["arith", "linalg", "tensor"],
    run,
};

/// The numbers of lanes to try for a sum, in order of preference.
const LANES: [i64; 3] = [16, 8, 4];

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if !is_body(function) {
        // Collect before rewriting: replacing a reduction also erases the operations of its body.
        let ops = ir::walk(function).into_iter().filter(|op| !is_scheduled(*op));
        let reductions: Vec<_> = ops.filter_map(Reduction::of).collect();
        for reduction in reductions {
            if let Some((dim, lanes)) = choose(&reduction) {
                reduction.split(context, dim, lanes, PartLoop::Innermost);
            }
        }
    }
    let none = ir::parse_attribute(context, "#arith.fastmath<none>");
    for op in ir::walk(function) {
        if op.attribute("fastmath").is_ok() {
            ir::set_attribute(op, "fastmath", none);
        }
    }
    Ok(())
}

/// Returns the loop to split and the number of lanes. Returns `None` for integers, selections and
/// contractions, and if the body uses the counters of loops. Also returns `None` if elements that
/// are contiguous in memory are not added to each other, or if no number in [`LANES`] divides the
/// number of these elements into at least two elements per lane.
fn choose(reduction: &Reduction) -> Option<(usize, i64)> {
    let generic = &reduction.generic;
    if !reduction.is_float() || !reduction.is_plain() || generic.is_contraction() {
        return None;
    }
    // The loop along contiguous elements of the largest input.
    let operands = ir::operands(generic.op);
    let size = |index: &usize| {
        let shaped = Shaped::of(operands[*index].r#type());
        shaped.map_or(0, |shaped| shaped.shape.iter().product::<i64>())
    };
    let largest = (0..generic.inputs).rev().max_by_key(size)?;
    let map = &generic.maps[largest];
    let last = map.result(map.result_count().checked_sub(1)?).ok()?;
    let dim =
        ir::dim_position(last).filter(|dim| reduction.can_split(*dim, PartLoop::Innermost))?;
    let extent = reduction.extents[dim];
    let lanes = LANES.into_iter().find(|lanes| extent % lanes == 0 && extent >= 2 * lanes)?;
    Some((dim, lanes))
}
