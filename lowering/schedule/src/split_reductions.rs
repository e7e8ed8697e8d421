// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-split-reductions`: splits large reductions to few elements into parts that run on several
//! threads.
//!
//! Before: `sum(x : tensor<1048576xf32>)`, one sequential loop
//! After:  `sum(sum(x : tensor<32x32768xf32>, dimension 1), dimension 0)`
//!
//! On GPUs, iterations that are left after the division into parts of equal length are reduced
//! last. Each part starts with the neutral element of the reduction, and the reduction of the parts
//! starts with the original initial value. On CPUs, the number of parts depends only on the shape,
//! so that the result does not depend on the number of threads. On GPUs, it also depends on the
//! option `gpu-threads`.
//!
//! On CPUs, the pass does not split reductions that select elements, such as argmax, or reductions
//! whose bodies use the counters of loops.

use crate::split_reduction::{PartLoop, Reduction};
use hloom_ir::facts::{is_body, is_scheduled};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};

/// The pass `hloom-split-reductions`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-split-reductions",
    description: "split large reductions with few result elements into parts that run on several \
                  threads",
    anchor: "func.func",
    level: Level::Loops,
    options: &[PassOption {
        name: "gpu-threads",
        description: "the number of threads that keep a GPU busy; 0 for CPUs",
        default: "0",
    }],
    dialects: &["arith", "linalg", "tensor"],
    run,
};

/// The maximum number of result elements of a reduction that is split for a CPU. With more
/// elements, there is already enough work for several threads.
const MOST_RESULTS: i64 = 64;
/// The minimum number of iterations of a part, over all elements of the result.
const PART: i64 = 32 * 1024;
/// The maximum number of parts of a reduction on a CPU.
const MOST_PARTS: i64 = 64;

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    if is_body(function) {
        return Ok(());
    }
    let threads = options.number("gpu-threads", function)?;
    loop {
        // Collect before rewriting: replacing a reduction also erases the operations of its body.
        let is_open =
            |op: &Op<'a>| !is_scheduled(*op) && ir::enclosing(*op, "scf.forall").is_none();
        let ops = ir::walk(function).into_iter().filter(is_open);
        let reductions: Vec<_> = ops.filter_map(Reduction::of).collect();
        let mut changed = false;
        for reduction in reductions {
            let chosen = match threads {
                0 => choose(&reduction).map(|(dim, parts)| (dim, parts, PartLoop::Outermost)),
                _ => choose_for_gpu(&reduction, threads),
            };
            if let Some((dim, parts, place)) = chosen {
                reduction.split(context, dim, parts, place);
                changed = true;
            }
        }
        // The results of the parts of a GPU may be many, too.
        if threads == 0 || !changed {
            return Ok(());
        }
    }
}

/// Returns the loop to split for a CPU and the number of parts, or `None` if splitting is not
/// profitable.
fn choose(reduction: &Reduction) -> Option<(usize, i64)> {
    let results = reduction.iterations(true);
    if results > MOST_RESULTS || !reduction.is_plain() {
        return None;
    }
    let most = (results.saturating_mul(reduction.iterations(false)) / PART).min(MOST_PARTS);
    let extents = &reduction.extents;
    let parts_of = |dim: usize| (2..=most).rev().find(|parts| extents[dim] % parts == 0);
    (0..extents.len())
        .filter(|dim| reduction.can_split(*dim, PartLoop::Outermost))
        .filter_map(|dim| Some((dim, parts_of(dim)?)))
        // The outermost loop of those with most parts, so that parts are contiguous.
        .rev()
        .max_by_key(|(_, parts)| *parts)
}

/// The maximum number of iterations of a reduction that is not split for a GPU, although one thread
/// then runs all iterations while others are idle.
const SHORT: i64 = 512;
/// The number of GPU threads that access memory together (a warp).
const LANES: i64 = 32;

/// Returns the loop to split for a GPU with `threads` threads, the number of parts and the position
/// of the loop over the parts. Returns `None` if splitting is not profitable.
fn choose_for_gpu(reduction: &Reduction, threads: i64) -> Option<(usize, i64, PartLoop)> {
    let (results, iterations) = (reduction.iterations(true), reduction.iterations(false));
    let input = reduction.generic.maps.first()?;
    let last = input.result_count().checked_sub(1)?;
    let last = input.result(last).ok().and_then(ir::dim_position);
    let has_two_inputs = reduction.generic.inputs > 1;
    // Neighboring threads add neighboring elements, unless the order of the elements matters.
    let place = |dim: usize| {
        let is_innermost = Some(dim) == last && !reduction.is_ordered();
        if is_innermost { PartLoop::Innermost } else { PartLoop::Outermost }
    };
    // The dimension of neighboring elements, else the longest one.
    let dims = 0..reduction.extents.len();
    let dims = dims.filter(|dim| reduction.can_split(*dim, place(*dim)));
    let mut dims: Vec<_> = dims.collect();
    dims.sort_by_key(|dim| std::cmp::Reverse((Some(*dim) == last, reduction.extents[*dim])));
    if iterations <= SHORT {
        return None;
    }
    let parts_of = |dim: usize| {
        let is_innermost = place(dim) == PartLoop::Innermost;
        if results >= threads && (!is_innermost || has_two_inputs) {
            return None;
        }
        // Enough parts for all threads, which have about as many iterations as there are parts.
        let wanted = (threads / results.max(1)).min(iterations.isqrt().max(iterations / SHORT));
        let wanted = if is_innermost { wanted.max(LANES) } else { wanted };
        // Where the order matters, an inner loop can be split once the outer ones run once in each
        // part.
        let longest = reduction.extents[dim] / if reduction.is_ordered() { 1 } else { 2 };
        let most = wanted.min(longest);
        let is_divisor = |parts: &i64| reduction.extents[dim] % parts == 0;
        let mut divisors = (2..=most).rev().filter(is_divisor);
        let whole = divisors.clone().find(|parts| parts % LANES == 0);
        let parts = whole.filter(|parts| 2 * parts > most).or_else(|| divisors.next());
        // Few parts are little work in parallel: rather leave fewer iterations than parts.
        let lanes = most - most % LANES;
        let parts = parts.filter(|parts| 2 * parts > most || lanes == 0).unwrap_or(lanes);
        (parts > 1).then_some((dim, parts, place(dim)))
    };
    dims.into_iter().find_map(parts_of)
}
