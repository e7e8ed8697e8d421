// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-split-reductions`: splits large reductions to few elements into parts that threads share.
//!
//! Before: `sum(x : tensor<1048576xf32>)`, one sequential loop
//! After:  `sum(sum(x : tensor<32x32768xf32>, dimension 1), dimension 0)`
//!
//! Each part starts with the neutral element of the reduction, and the reduction of the parts with
//! the original initial value. The number of parts depends only on the shape, so that the result
//! does not depend on the number of threads.

use crate::split_reduction::{PartLoop, Reduction};
use hloom_ir::facts::{is_body, is_scheduled};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};

/// The pass `hloom-split-reductions`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-split-reductions",
    description: "split large reductions to few elements into parts for threads",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &["arith", "linalg", "tensor"],
    run,
};

/// Most elements of a result whose reduction is split. More results are work for threads already.
const MOST_RESULTS: i64 = 64;
/// Minimum number of iterations of a part.
const PART: i64 = 32 * 1024;
/// Maximum number of parts of a reduction.
const MOST_PARTS: i64 = 64;

fn run<'a>(context: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    if is_body(function) {
        return Ok(());
    }
    // Collect before rewriting: replacing a reduction also erases the operations of its body.
    let ops = ir::walk(function).into_iter().filter(|op| !is_scheduled(*op));
    let reductions: Vec<_> = ops.filter_map(Reduction::of).collect();
    for reduction in reductions {
        if let Some((dim, parts)) = choose(&reduction) {
            reduction.split(context, dim, parts, PartLoop::Outermost);
        }
    }
    Ok(())
}

/// Returns the loop to split and the number of parts, or `None` if splitting does not pay.
fn choose(reduction: &Reduction) -> Option<(usize, i64)> {
    let results = reduction.iterations(true);
    if results > MOST_RESULTS {
        return None;
    }
    let most = (results.saturating_mul(reduction.iterations(false)) / PART).min(MOST_PARTS);
    let extents = &reduction.extents;
    let parts_of = |dim: usize| (2..=most).rev().find(|parts| extents[dim] % parts == 0);
    (0..extents.len())
        .filter(|dim| reduction.can_split(*dim))
        .filter_map(|dim| Some((dim, parts_of(dim)?)))
        // The outermost loop of those with most parts, so that parts are contiguous.
        .rev()
        .max_by_key(|(_, parts)| *parts)
}
