// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Nests of `scf.parallel` loops without operations between the loops.

use hloom_ir::{self as ir, Block, Op, Value};
use std::collections::HashMap;

/// A nest of `scf.parallel` loops.
pub struct Nest<'a> {
    /// The outermost loop of the nest.
    pub op: Op<'a>,
    /// The dimensions of all loops of the nest, outermost first.
    pub dims: Vec<Dim<'a>>,
    /// The body of the innermost parallel loop.
    body: Block<'a>,
    /// The sequential loop that is the only operation in the innermost loop, if there is one and
    /// its bounds do not depend on the induction variables of the nest.
    sequential: Option<Op<'a>>,
}

/// One dimension of a nest.
pub struct Dim<'a> {
    /// The lower bound of the dimension: the first value of its induction variable.
    pub lower: Value<'a>,
    /// The exclusive upper bound of the dimension's induction variable.
    pub upper: Value<'a>,
    /// The step of the dimension's induction variable.
    pub step: Value<'a>,
    variable: Value<'a>,
}

impl Dim<'_> {
    /// Returns the lower bound, upper bound and step of the dimension, if they are constants.
    pub fn constants(&self) -> Option<[i64; 3]> {
        Some([constant(self.lower)?, constant(self.upper)?, constant(self.step)?])
    }

    /// Returns the number of iterations of the dimension, if it is known.
    pub fn trips(&self) -> Option<i64> {
        self.constants().and_then(trips)
    }
}

impl<'a> Nest<'a> {
    /// Returns the nest whose outermost loop is `op`, or `None` for other operations and for loops
    /// that compute reductions.
    pub fn of(op: Op<'a>) -> Option<Self> {
        let (mut dims, mut body) = dims(op)?;
        while let [inner, _] = ir::ops(body)[..] {
            let Some((more, block)) = self::dims(inner) else { break };
            if ir::operands(inner).iter().any(|bound| is_variable(&dims, *bound)) {
                break;
            }
            dims.extend(more);
            body = block;
        }
        let sequential = match ir::ops(body)[..] {
            [inner, _] if ir::op_name(inner) == "scf.for" && ir::results(inner).is_empty() => {
                let bounds = ir::operands(inner);
                (!bounds.iter().any(|bound| is_variable(&dims, *bound))).then_some(inner)
            }
            _ => None,
        };
        Some(Self { op, dims, body, sequential })
    }

    /// Returns true if the nest is not inside another parallel loop, so that its iterations may be
    /// distributed over threads.
    pub fn may_be_shared(&self) -> bool {
        ["scf.forall", "scf.parallel"].iter().all(|name| ir::enclosing(self.op, name).is_none())
    }

    /// Returns the estimated number of operations that all iterations of the nest execute. A loop
    /// of unknown length counts as one iteration.
    pub fn work(&self) -> i64 {
        let trips = self.dims.iter().map(|dim| dim.trips().unwrap_or(1));
        trips.fold(work(self.body), i64::saturating_mul)
    }

    /// Returns true if the sequential loop should be moved outside the last two dimensions. It
    /// must be the only operation in the nest and must not contain loops, and all stores must be
    /// contiguous along the last dimension.
    pub fn changes_places(&self) -> bool {
        let Some(block) = self.sequential.and_then(only_block) else { return false };
        let Some(last) = self.dims.last() else { return false };
        let stores = ir::walk(self.op).into_iter().filter(|op| ir::op_name(*op) == "memref.store");
        let is_along = |store: Op<'a>| {
            let index = ir::operands(store).pop();
            index.is_some_and(|index| {
                let sum = ir::defining_op(index).filter(|op| ir::op_name(*op) == "arith.addi");
                index == last.variable
                    || sum.is_some_and(|sum| ir::operands(sum).contains(&last.variable))
            })
        };
        let is_inner = |name: &str| ir::ops(block).iter().any(|op| ir::op_name(*op) == name);
        // Loops inside would be innermost whatever the order.
        !is_inner("scf.for") && !is_inner("scf.parallel") && stores.into_iter().all(is_along)
    }

    /// Returns the bounds and the step of the sequential loop.
    ///
    /// # Panics
    /// Panics if there is no sequential loop.
    pub fn sequential_bounds(&self) -> [Value<'a>; 3] {
        let bounds = self.sequential.map(ir::operands).unwrap_or_default();
        bounds[..3].try_into().expect("`scf.for` must have two bounds and a step as operands")
    }

    /// Moves the operations of the innermost loop before `end`. `values` contains the new induction
    /// variable of each dimension, indexed by number. If the sequential loop is interchanged,
    /// `values` contains its new induction variable under the number after the last dimension.
    pub fn move_body(&self, end: Op<'a>, values: &HashMap<usize, Value<'a>>) {
        for (number, dim) in self.dims.iter().enumerate() {
            ir::replace_all_uses(dim.variable, values[&number]);
        }
        match (values.get(&self.dims.len()), self.sequential.and_then(only_block)) {
            (Some(variable), Some(block)) => {
                ir::inline_block_before(block, &[*variable], end);
            }
            _ => {
                ir::inline_block_before(self.body, &[], end);
            }
        }
    }
}

/// Returns the dimensions and the body of an `scf.parallel` without results, or `None` for other
/// operations.
fn dims<'a>(op: Op<'a>) -> Option<(Vec<Dim<'a>>, Block<'a>)> {
    if ir::op_name(op) != "scf.parallel" || !ir::results(op).is_empty() {
        return None;
    }
    let body = only_block(op)?;
    let (variables, operands) = (ir::args(body), ir::operands(op));
    let count = variables.len();
    let dims = variables.into_iter().enumerate().map(|(index, variable)| {
        let [lower, upper, step] = [0, 1, 2].map(|group| operands[group * count + index]);
        Dim { lower, upper, step, variable }
    });
    Some((dims.collect(), body))
}

fn only_block(op: Op<'_>) -> Option<Block<'_>> {
    ir::regions(op).into_iter().flat_map(ir::blocks).next()
}

fn is_variable(dims: &[Dim], value: Value) -> bool {
    dims.iter().any(|dim| dim.variable == value)
}

/// Returns the value of an integer `arith.constant`, or `None` for other values.
fn constant(value: Value) -> Option<i64> {
    let op = ir::defining_op(value).filter(|op| ir::op_name(*op) == "arith.constant")?;
    ir::integer(op, "value")
}

/// Returns the number of iterations between two bounds with a step, or `None` if the step is not
/// positive.
fn trips([lower, upper, step]: [i64; 3]) -> Option<i64> {
    let length = upper.checked_sub(lower)?.max(0);
    (step > 0).then(|| length / step + i64::from(length % step != 0))
}

/// Returns the estimated number of operations in one execution of a block.
fn work(block: Block) -> i64 {
    let of_op = |op: Op| {
        let inside = ir::regions(op).into_iter().flat_map(ir::blocks).map(work);
        let inside = inside.fold(0, i64::saturating_add);
        let times = match ir::op_name(op) {
            "scf.for" | "scf.parallel" => {
                let operands = ir::operands(op);
                let loops = only_block(op).map_or(0, |block| ir::args(block).len());
                let loops = if ir::op_name(op) == "scf.for" { 1 } else { loops };
                let of_loop = |index: usize| {
                    let bounds = [0, 1, 2].map(|group| operands.get(group * loops + index));
                    let [lower, upper, step] = bounds.map(|it| it.and_then(|it| constant(*it)));
                    trips([lower?, upper?, step?])
                };
                (0..loops).map(|index| of_loop(index).unwrap_or(1)).fold(1, i64::saturating_mul)
            }
            name if name.starts_with("linalg.") => {
                let shapes = ir::operands(op).into_iter().map(ir::shape_of);
                let elements = |shape: Vec<i64>| shape.into_iter().fold(1, i64::saturating_mul);
                shapes.map(elements).max().unwrap_or(1).max(1)
            }
            _ => 1,
        };
        inside.max(1).saturating_mul(times)
    };
    ir::ops(block).into_iter().map(of_op).fold(0, i64::saturating_add)
}
