// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-map-parallel-loops`: converts `scf.parallel` to `scf.forall` loops, whose iterations are
//! distributed over threads, and to sequential loops.
//!
//! Iterations of a parallel loop may run in any order. If a sequential loop is the only operation
//! inside a nest of parallel loops, it may be interchanged with these loops:
//!
//! ```mlir
//! scf.parallel (%i) { scf.parallel (%j) { scf.for %k { %c[%i, %j] += %a[%i, %k] * %b[%k, %j] } } }
//! ```
//!
//! After the interchange, with blocks of 8 rows and 512 columns:
//!
//! ```mlir
//! scf.forall (%i0) { scf.for %j0 { scf.for %k {
//!   scf.for %i = %i0 to %i0 + 8 { scf.for %j = %j0 to %j0 + 512 { .. } } } } }
//! ```
//!
//! The terms of each element are still added in the order of `%k`, so results do not change. LLVM
//! vectorizes the innermost loop, and a row of `%b` is read once for several rows of `%c`.

mod nest;

use crate::rounding::ceil;
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use nest::Nest;
use std::collections::HashMap;

/// The pass `hloom-map-parallel-loops`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-map-parallel-loops",
    description: "distribute the iterations of parallel loops over threads",
    anchor: "func.func",
    level: Level::Buffers,
    options: &[PassOption { name: "threads", description: "the number of threads", default: "1" }],
    dialects: &["arith", "scf"],
    run,
};

/// The minimum total number of operations of a nest that is distributed over threads. It is several
/// times the cost of taking a task.
const SHARED_WORK: i64 = 1 << 18;
/// The number of iterations of the second-to-last dimension in a block (rows). Each iteration of
/// the sequential loop computes all rows of a block, which read the same memory.
const ROWS: i64 = 8;
/// The number of iterations of the last dimension in a block (columns). Eight rows of this number
/// of 32-bit elements take half of a first-level cache.
const COLUMNS: i64 = 512;
/// The desired number of tasks per thread, so that the threads finish at about the same time.
const TASKS_PER_THREAD: i64 = 4;

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let threads = options.number("threads", function)?;
    // Outer loops come first. A nest replaces the loop, and may contain others.
    while let Some(nest) = ir::walk(function).into_iter().find_map(Nest::of) {
        let steps = steps(&nest);
        let tasks = if nest.may_be_shared() && nest.work() >= SHARED_WORK && threads > 1 {
            shared(&nest, &steps, threads)
        } else {
            0
        };
        let (outer, inner) = steps.split_at(tasks);
        let emission = Emission { context, nest: &nest };
        let mut values = HashMap::new();
        match outer {
            [] => emission.loops(nest.op, inner, &mut values),
            _ => emission.forall(outer, inner, &mut values),
        }
        ir::erase(nest.op);
    }
    Ok(())
}

/// A loop of the nest that replaces a nest of parallel loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A loop over all iterations of the dimension with this number.
    Whole(usize),
    /// A loop over the blocks of a dimension: the number of the dimension, and the number of
    /// iterations in a block.
    Blocks(usize, i64),
    /// A loop within a block of a dimension: the number of the dimension, and the number of
    /// iterations in a block.
    Within(usize, i64),
    /// The sequential loop that is inside the original nest.
    Sequential,
}

/// Returns the loops that replace a nest of parallel loops, outermost first.
fn steps(nest: &Nest) -> Vec<Step> {
    let count = nest.dims.len();
    if !nest.changes_places() {
        return (0..count).map(Step::Whole).collect();
    }
    let size = |dim: usize| {
        let size = if dim + 1 == count { COLUMNS } else { ROWS };
        let is_blocked = dim + 2 >= count && nest.dims[dim].trips().is_some_and(|it| it > size);
        is_blocked.then_some(size)
    };
    // A dimension outside the blocks, or one that is too short for them.
    let outside = count.saturating_sub(2);
    let mut steps: Vec<_> = (0..outside).map(Step::Whole).collect();
    steps.extend((outside..count).filter_map(|dim| Some(Step::Blocks(dim, size(dim)?))));
    steps.push(Step::Sequential);
    steps.extend((outside..count).map(|dim| match size(dim) {
        Some(size) => Step::Within(dim, size),
        None => Step::Whole(dim),
    }));
    steps
}

/// Returns the number of leading loops in `steps` whose iterations are tasks; 0 if there would be a
/// single task.
fn shared(nest: &Nest, steps: &[Step], threads: i64) -> usize {
    let mut tasks = 1i64;
    let mut count = 0;
    for step in steps {
        let of_dim = |dim: usize, size: i64| {
            let dim = &nest.dims[dim];
            dim.constants().and_then(|_| dim.trips()).map(|trips| ceil(trips, size))
        };
        let iterations = match step {
            Step::Whole(dim) => of_dim(*dim, 1),
            Step::Blocks(dim, size) => of_dim(*dim, *size),
            Step::Within(..) | Step::Sequential => None,
        };
        let Some(product) = iterations.and_then(|it| tasks.checked_mul(it)) else { break };
        (tasks, count) = (product, count + 1);
        if tasks >= threads.saturating_mul(TASKS_PER_THREAD) {
            break;
        }
    }
    if tasks > 1 { count } else { 0 }
}

/// The new induction variables of the dimensions, by the number of the dimension. The number after
/// the last dimension stands for the sequential loop.
type Values<'a> = HashMap<usize, Value<'a>>;

/// The state of emitting the new loops of one nest.
struct Emission<'n, 'a> {
    context: &'a Context,
    nest: &'n Nest<'a>,
}

impl<'a> Emission<'_, 'a> {
    /// Emits the loops `outer` as one `scf.forall` before the nest, and `inner` inside it.
    fn forall(&self, outer: &[Step], inner: &[Step], values: &mut Values<'a>) {
        let (mut lower, mut upper, mut step, mut dims) = (vec![], vec![], vec![], vec![]);
        for outer in outer {
            let (dim, size) = match *outer {
                Step::Blocks(dim, size) => (dim, size),
                Step::Whole(dim) => (dim, 1),
                Step::Within(..) | Step::Sequential => continue,
            };
            let [first, end, by] = self.nest.dims[dim].constants().unwrap_or_default();
            lower.push(first);
            upper.push(end);
            step.push(by * size);
            dims.push(dim);
        }
        let builder = Builder::before(self.context, self.nest.op);
        let types = vec![ir::index(self.context); dims.len()];
        let body = builder.region(&types, |builder, arguments| {
            let empty = builder.region(&[], |_, _| {});
            let end = builder.op("scf.forall.in_parallel").region(empty).build();
            values.extend(dims.iter().copied().zip(arguments.iter().copied()));
            self.loops(end, inner, values);
        });
        let array = |values: &[i64]| ir::dense_i64_attr(self.context, values);
        builder
            .op("scf.forall")
            .attr("staticLowerBound", array(&lower))
            .attr("staticUpperBound", array(&upper))
            .attr("staticStep", array(&step))
            .segments(&[0, 0, 0, 0])
            .region(body)
            .build();
    }

    /// Emits the loops `steps` before `end`, and moves the body of the nest into the innermost
    /// loop.
    fn loops(&self, end: Op<'a>, steps: &[Step], values: &mut Values<'a>) {
        let builder = Builder::before(self.context, end);
        let Some((step, inner)) = steps.split_first() else {
            self.nest.move_body(end, values);
            return;
        };
        let scaled = |value: Value<'a>, factor: i64| {
            builder.binary("arith.muli", value, builder.index(factor))
        };
        let (key, lower, upper, by) = match *step {
            Step::Sequential => {
                let [lower, upper, step] = self.nest.sequential_bounds();
                (self.nest.dims.len(), lower, upper, step)
            }
            Step::Whole(dim) => {
                let dims = &self.nest.dims[dim];
                (dim, dims.lower, dims.upper, dims.step)
            }
            Step::Blocks(dim, size) => {
                let dims = &self.nest.dims[dim];
                (dim, dims.lower, dims.upper, scaled(dims.step, size))
            }
            Step::Within(dim, size) => {
                let dims = &self.nest.dims[dim];
                let lower = values[&dim];
                let end = builder.binary("arith.addi", lower, scaled(dims.step, size));
                let is_whole = dims.trips().is_some_and(|trips| trips % size == 0);
                let upper = match is_whole {
                    true => end,
                    false => builder.binary("arith.minsi", end, dims.upper),
                };
                (dim, lower, upper, dims.step)
            }
        };
        let body = builder.region(&[ir::index(self.context)], |builder, arguments| {
            let end = builder.op("scf.yield").build();
            values.insert(key, arguments[0]);
            self.loops(end, inner, values);
        });
        builder.op("scf.for").operands(&[lower, upper, by]).region(body).build();
    }
}
