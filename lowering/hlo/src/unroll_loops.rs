// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-unroll-loops`: replaces a `while` with few iterations by its iterations.
//!
//! Before: `while (i = 0, x = %x) cond { i < 3 } do { i + 1, f(x, i) }`
//! After:  `f(f(f(%x, 0), 1), 2)`
//!
//! A loop that carries arrays reads and writes them in memory in every iteration. After unrolling,
//! the operations of all iterations can be fused, and values that depend only on the iteration
//! number are constants. JAX implements the rounds of its random number generator `threefry` as
//! such a loop.
//!
//! A loop is unrolled if it has one iteration, or if it carries a large array and has few
//! iterations whose operations can be fused with each other.
//!
//! A stencil reads the neighbors of an element, so its next array cannot overwrite the old array.
//! The next array is computed in other memory and copied back. If such a loop has a known number of
//! iterations, two iterations are merged: the first half writes to other memory, and the second
//! half writes back to the array.

use crate::elements::{Elements, Format};
use crate::simplify::is_pure;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::verify::is_elementwise;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Block, Context, Op, Shaped, Value, value_address};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// The pass `hlo-unroll-loops`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-unroll-loops",
    description: "unroll loops with few iterations, and unroll loops by two if this saves a copy",
    anchor: "",
    level: Level::Hlo,
    options: &[],
    dialects: &["stablehlo"],
    run,
};

/// Largest number of iterations of a loop that the pass unrolls.
const MAX_TRIPS: usize = 32;

/// Largest total number of operations in all iterations, excluding constants. Fusion combines about
/// this number of operations in one loop nest.
const MAX_OPS: usize = 320;

/// Largest number of operations in the body of a loop that is unrolled by two, excluding constants.
const MAX_PAIRED_OPS: usize = 64;

/// Smallest number of elements of the largest array that a loop carries. Smaller arrays stay in a
/// first-level cache, so that unrolling would only increase the compile time.
const MIN_ELEMENTS: i64 = 4096;

fn run<'a>(_: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    // Inner loops first: the handles of operations in an unrolled loop dangle.
    for op in ir::walk(root).into_iter().rev() {
        let Some(repeated) = Loop::of(op) else { continue };
        match repeated.trips() {
            None | Some(0) => {}
            Some(trips) if trips == 1 || repeated.fuses(trips) => repeated.unroll(trips),
            Some(trips) if repeated.moves_elements() => repeated.pair(trips),
            Some(_) => {}
        }
    }
    Ok(())
}

/// Returns the number of iterations of a `stablehlo.while`, if it is known. In this case, the
/// condition only compares a counter with a constant, and has no side effects.
///
/// Returns `None` for other operations, and if the number is unknown.
pub fn trip_count(op: Op) -> Option<i64> {
    i64::try_from(Loop::of(op)?.trips()?).ok()
}

/// A `stablehlo.while`, with its initial values and the blocks of its condition and its body.
struct Loop<'a> {
    op: Op<'a>,
    initial: Vec<Value<'a>>,
    condition: Block<'a>,
    body: Block<'a>,
    /// The values that the loop's body returns for the next iteration.
    next: Vec<Value<'a>>,
}

impl<'a> Loop<'a> {
    fn of(op: Op<'a>) -> Option<Self> {
        ir::hlo_op(op).filter(|kind| *kind == Kind::StablehloWhile)?;
        let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
        let [condition, body] = blocks[..] else { return None };
        let (initial, results) = (ir::operands(op), ir::results(op));
        let next = ir::operands(*ir::ops(body).last()?);
        let has_type = |(one, other): (&Value<'a>, &Value<'a>)| one.r#type() == other.r#type();
        let same = initial.iter().zip(&results).all(has_type)
            && next.iter().zip(&results).all(has_type)
            && [initial.len(), next.len()] == [results.len(); 2];
        same.then_some(Self { op, initial, condition, body, next })
    }

    /// Returns the number of iterations, if it is known.
    ///
    /// The condition must compare a counter with a constant. The body must add a constant to the
    /// counter.
    fn trips(&self) -> Option<usize> {
        let ops = ir::ops(self.condition);
        let end = *ops.last()?;
        // The condition is erased.
        if !ops.iter().all(|op| *op == end || is_pure(*op)) {
            return None;
        }
        let [result] = ir::operands(end)[..] else { return None };
        let compare =
            ir::defining_op(result).filter(|op| ir::hlo_op(*op) == Some(Kind::StablehloCompare))?;
        let direction = ir::enum_case(compare, "comparison_direction")?;
        let [left, right] = ir::operands(compare)[..] else { return None };
        let place = |value: &Value<'a>| {
            let arguments = ir::args(self.condition);
            arguments.iter().position(|argument| argument == value)
        };
        let is_counter = |value: &Value<'a>| {
            place(value).filter(|index| self.next[*index] != ir::args(self.body)[*index])
        };
        let (counter, is_left) = match (is_counter(&left), is_counter(&right)) {
            (Some(counter), None) => (counter, true),
            (None, Some(counter)) => (counter, false),
            _ => return None,
        };
        let limit = self.constant(if is_left { right } else { left }, self.condition)?;
        let first = scalar(self.initial[counter])?;
        let step = self.step(counter)?;
        let trips = count(first, step, limit, if is_left { &direction } else { flip(&direction) })?;
        // The counter must not overflow.
        let (width, signed) = Format::of(ir::element_of(left.r#type()))?.integer()?;
        let least = if signed { -(1i128 << (width - 1)) } else { 0 };
        let range = least..least + (1i128 << width);
        let last = first.checked_add(trips.checked_mul(step)?)?;
        range.contains(&last).then(|| usize::try_from(trips).ok())?
    }

    /// Returns the constant that the body adds to a carried value, or `None` if the body computes
    /// another value.
    fn step(&self, counter: usize) -> Option<i128> {
        let add = ir::defining_op(self.next[counter])?;
        let argument = ir::args(self.body)[counter];
        let [left, right] = ir::operands(add)[..] else { return None };
        match ir::hlo_op(add)? {
            Kind::StablehloAdd if left == argument => self.constant(right, self.body),
            Kind::StablehloAdd if right == argument => self.constant(left, self.body),
            Kind::StablehloSubtract if left == argument => {
                self.constant(right, self.body).map(|step| -step)
            }
            _ => None,
        }
    }

    /// Returns the integer that a scalar in `block` has in every iteration, or `None` if the scalar
    /// may change or is not a constant.
    fn constant(&self, value: Value<'a>, block: Block<'a>) -> Option<i128> {
        let index = ir::args(block).iter().position(|argument| *argument == value);
        match index {
            Some(index) if self.next[index] == ir::args(self.body)[index] => {
                scalar(self.initial[index])
            }
            Some(_) => None,
            None => scalar(value),
        }
    }

    /// Returns true if the loop carries a large array, and has few iterations whose operations can
    /// be fused with each other.
    fn fuses(&self, trips: usize) -> bool {
        let Some(kinds) = self.kinds() else { return false };
        trips <= MAX_TRIPS
            && kinds.len().saturating_mul(trips) <= MAX_OPS
            && kinds.into_iter().all(|kind| is_elementwise(kind) || is_view(kind))
            && self.carries_large_array()
    }

    /// Returns true if the loop carries a large array, and its iterations are small, move elements,
    /// and contain only elementwise computations.
    fn moves_elements(&self) -> bool {
        let Some(kinds) = self.kinds() else { return false };
        kinds.len() <= MAX_PAIRED_OPS
            && kinds.iter().any(|kind| moves(*kind) || *kind == Kind::StablehloSlice)
            && kinds.into_iter().all(|kind| is_elementwise(kind) || is_view(kind) || moves(kind))
            && self.carries_large_array()
    }

    /// Returns the kinds of the operations in the body, except constants. Returns `None` if an
    /// operation has regions or is not a StableHLO operation.
    fn kinds(&self) -> Option<Vec<Kind>> {
        let mut ops = ir::ops(self.body);
        ops.pop();
        let kind = |op: Op<'a>| ir::hlo_op(op).filter(|_| op.region_count() == 0);
        let kinds: Option<Vec<_>> = ops.into_iter().map(kind).collect();
        let is_computed = |kind: &Kind| *kind != Kind::StablehloConstant;
        Some(kinds?.into_iter().filter(is_computed).collect())
    }

    /// Returns true if the loop changes a carried array of at least [`MIN_ELEMENTS`] elements.
    fn carries_large_array(&self) -> bool {
        let changes = |(next, argument): &(&Value<'a>, Value<'a>)| *next != argument;
        let arguments = ir::args(self.body);
        let changed = self.next.iter().zip(arguments).filter(changes);
        let elements = changed
            .filter_map(|(next, _)| Shaped::of(next.r#type()).filter(|shaped| shaped.is_static()))
            .map(|shaped| shaped.elements());
        elements.max().is_some_and(|elements| elements >= MIN_ELEMENTS)
    }

    /// Replaces the loop by `trips` iterations.
    fn unroll(self, trips: usize) {
        let mut carried = self.initial.clone();
        for _ in 0..trips {
            carried = self.iterate(&ir::ops(self.body), carried, self.op);
        }
        ir::replace(self.op, carried);
    }

    /// Makes an iteration of the loop compute two iterations. If `trips` is odd, the first
    /// iteration is moved before the loop.
    fn pair(self, trips: usize) {
        let ops = ir::ops(self.body);
        if trips % 2 == 1 {
            let carried = self.iterate(&ops, self.initial.clone(), self.op);
            for (position, value) in carried.into_iter().enumerate() {
                ir::set_operand(self.op, position, value);
            }
        }
        let Some(end) = ops.last().copied() else { return };
        let carried = self.iterate(&ops, self.next.clone(), end);
        for (position, value) in carried.into_iter().enumerate() {
            ir::set_operand(end, position, value);
        }
    }

    /// Clones the operations `ops` of the body before the operation `before`, as one iteration with
    /// the carried values `carried`. Returns the next carried values.
    fn iterate(&self, ops: &[Op<'a>], carried: Vec<Value<'a>>, before: Op<'a>) -> Vec<Value<'a>> {
        let arguments = ir::args(self.body).into_iter().map(value_address);
        let mut values: HashMap<_, _> = arguments.zip(carried).collect();
        for op in ops {
            if ir::hlo_op(*op) == Some(Kind::StablehloReturn) {
                continue;
            }
            let clone = ir::clone_before(*op, before);
            for inner in ir::walk(clone) {
                for (position, operand) in ir::operands(inner).into_iter().enumerate() {
                    if let Some(value) = values.get(&value_address(operand)) {
                        ir::set_operand(inner, position, *value);
                    }
                }
            }
            let results = ir::results(*op).into_iter().map(value_address);
            values.extend(results.zip(ir::results(clone)));
        }
        let new = |value: Value<'a>| values.get(&value_address(value)).copied().unwrap_or(value);
        self.next.iter().map(|value| new(*value)).collect()
    }
}

/// Returns true for operations that fusion converts to index arithmetic, so that they do not copy
/// elements.
fn is_view(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::StablehloBroadcastInDim
            | Kind::StablehloIota
            | Kind::StablehloReshape
            | Kind::StablehloSlice
    )
}

/// Returns true for operations that only move elements, except for operations that satisfy
/// [`is_view`].
fn moves(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::StablehloConcatenate
            | Kind::StablehloPad
            | Kind::StablehloReverse
            | Kind::StablehloTranspose
    )
}

/// Returns the number of steps from `first` until the comparison with `limit` fails, or `None` if
/// it may never fail.
fn count(first: i128, step: i128, limit: i128, direction: &str) -> Option<i128> {
    // Steps are up to the limit; the numbers are of at most 64 bits.
    let distance = if step > 0 { limit - first } else { first - limit };
    let size = step.abs();
    let distance = match (direction, step > 0) {
        ("LT", true) | ("GT", false) => distance,
        ("LE", true) | ("GE", false) => distance + 1,
        ("NE", _) if size > 0 && distance >= 0 && distance % size == 0 => distance,
        _ => return None,
    };
    (size > 0).then(|| (distance.max(0) + size - 1) / size)
}

/// Returns the direction of a comparison with swapped operands.
fn flip(direction: &str) -> &str {
    match direction {
        "LT" => "GT",
        "LE" => "GE",
        "GT" => "LT",
        "GE" => "LE",
        other => other,
    }
}

/// Returns the integer of a constant scalar, or `None` for other values.
fn scalar(value: Value) -> Option<i128> {
    Shaped::of(value.r#type()).filter(|shaped| shaped.shape.is_empty())?;
    Elements::of_splat(value)?.splat_number()?.int()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn iterations_are_counted_from_both_ends() {
        assert_eq!(count(0, 3, 10, "LT"), Some(4));
        assert_eq!(count(0, 3, 9, "LT"), Some(3));
        assert_eq!(count(0, 3, 9, "LE"), Some(4));
        assert_eq!(count(5, -2, 0, "GT"), Some(3));
        assert_eq!(count(5, -2, 1, "GE"), Some(3));
        assert_eq!(count(0, 3, 9, "NE"), Some(3));
        assert_eq!(count(7, 1, 3, "LT"), Some(0));
    }

    #[test]
    fn endless_loops_have_no_number_of_iterations() {
        assert_eq!(count(0, 0, 10, "LT"), None);
        assert_eq!(count(0, -1, 10, "LT"), None);
        assert_eq!(count(0, 3, 10, "NE"), None);
        assert_eq!(count(0, 0, 10, "NE"), None);
        assert_eq!(count(0, 1, 10, "EQ"), None);
    }
}
