// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Moves sums over partitions out of the loops that accumulate them.
//!
//! A loop that adds the `all_reduce` of a gradient to an accumulator in each iteration, for example
//! for each microbatch, can accumulate partial sums instead. A single `all_reduce` then follows the
//! loop:
//!
//! ```text
//! acc = 0; while ... { acc += all_reduce(x) }   ->   acc = 0; while ... { acc += x }; all_reduce(acc)
//! ```
//!
//! An `all_reduce` first moves through operations that only rearrange elements. In a nested loop
//! that stores sums, such as those of several layers, it also moves past the update of the stored
//! tensor, whose other elements are zero.

use super::merge::has_own_channel;
use hloom_dialects::op::Op as Kind;
use hloom_evaluator::attribute::literal_of_attribute;
use hloom_ir::{self as ir, Op, Value};
use hloom_values::Scalar;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Moves sums over partitions out of the loops of a module. Considers only sums with channel ids
/// greater than `channel`, which are those of the partitioner. Returns true if something changed.
pub fn run(module: Op, channel: i64) -> bool {
    let mut is_changed = false;
    // Inner loops come first.
    for op in ir::walk(module).into_iter().rev() {
        if is_sum(op, channel) {
            is_changed |= sink(op);
        }
    }
    for op in ir::walk(module).into_iter().rev() {
        if ir::hlo_op(op) == Some(Kind::StablehloWhile) {
            for index in 0..ir::results(op).len() {
                is_changed |= hoist(op, index, channel).is_some();
            }
        }
    }
    is_changed
}

/// Returns true if an operation is an `all_reduce` of one operand that computes sums, and its
/// channel id is greater than `channel`.
fn is_sum(op: Op, channel: i64) -> bool {
    let body = || ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops).next();
    ir::hlo_op(op) == Some(Kind::StablehloAllReduce)
        && ir::operands(op).len() == 1
        && has_own_channel(op, channel)
        && body().and_then(ir::hlo_op) == Some(Kind::StablehloAdd)
}

/// Moves the sum `op` behind its user as long as it has a single user, which only rearranges
/// elements. Returns true if something changed.
fn sink(op: Op) -> bool {
    let mut is_changed = false;
    loop {
        let (from, sum) = (ir::operands(op)[0], ir::results(op)[0]);
        let [(user, 0)] = ir::uses(sum)[..] else { return is_changed };
        let rearranges = matches!(
            ir::hlo_op(user),
            Some(Kind::StablehloTranspose | Kind::StablehloReshape | Kind::StablehloBroadcastInDim)
        );
        let elements = |value| ir::shape_of(value).into_iter().product::<i64>();
        if !rearranges || user.block() != op.block() {
            return is_changed;
        }
        let result = ir::results(user)[0];
        if elements(result) != elements(from) {
            return is_changed;
        }
        // The user rearranges the partial sums, and takes the place before the sum.
        ir::set_operand(user, 0, from);
        ir::move_before(op, next(user));
        ir::set_type(sum, result.r#type());
        ir::replace_all_uses(result, sum);
        ir::set_operand(op, 0, result);
        is_changed = true;
    }
}

/// Returns the next operation of a block, which exists, because a block ends with a terminator.
fn next(op: Op<'_>) -> Op<'_> {
    op.next_in_block().map_or(op, Into::into)
}

/// Moves the sum that the loop `op` accumulates in its result number `index` behind the loop.
/// Returns `None` if the loop accumulates no sum of the partitioner in this result.
fn hoist<'a>(op: Op<'a>, index: usize, channel: i64) -> Option<()> {
    let blocks: Vec<_> = ir::regions(op).into_iter().flat_map(ir::blocks).collect();
    let [condition, body] = blocks[..] else { return None };
    let argument = *ir::args(body).get(index)?;
    let is_unread = !ir::has_uses(*ir::args(condition).get(index)?);
    if !is_unread || !is_zero(ir::operands(op)[index]) {
        return None;
    }
    let returned = *ir::operands(*ir::ops(body).last()?).get(index)?;
    let update = ir::defining_op(returned)?;
    let is_single = |value: Value| ir::uses(value).len() == 1;
    if !is_single(returned) || !is_single(argument) {
        return None;
    }
    let summand = match (ir::hlo_op(update)?, ir::operands(update)[..].split_first()?) {
        (Kind::StablehloAdd, (first, [second])) if *first == argument => *second,
        (Kind::StablehloAdd, (first, [second])) if *second == argument => *first,
        (Kind::StablehloDynamicUpdateSlice, (first, [part, ..]))
            if *first == argument && ir::enclosing(op, "stablehlo.while").is_some() =>
        {
            *part
        }
        _ => return None,
    };
    let sum = ir::defining_op(summand).filter(|sum| is_sum(*sum, channel) && is_single(summand))?;
    if sum.block() != update.block() {
        return None;
    }
    let result = ir::results(op)[index];
    let after = ir::clone_before(sum, next(op));
    let total = ir::results(after)[0];
    ir::replace(sum, ir::operands(sum));
    ir::set_type(total, result.r#type());
    ir::replace_all_uses(result, total);
    ir::set_operand(after, 0, result);
    Some(())
}

/// Returns true if all elements of a value are zero, because it is a constant or broadcasts one.
fn is_zero(value: Value) -> bool {
    let Some(op) = ir::defining_op(value) else { return false };
    match ir::hlo_op(op) {
        Some(Kind::StablehloBroadcastInDim | Kind::StablehloReshape) => {
            is_zero(ir::operands(op)[0])
        }
        Some(Kind::StablehloConstant) => {
            let Ok(value) = op.attribute("value") else { return false };
            let is_one = ir::dense_type(value).is_some() && ir::is_splat(value);
            let first = literal_of_attribute(value).ok().filter(|_| is_one);
            match first.and_then(|literal| literal.get(0)) {
                Some(Scalar::Float(value)) => value == 0.0,
                Some(Scalar::Signed(value)) => value == 0,
                Some(Scalar::Unsigned(value)) => value == 0,
                _ => false,
            }
        }
        _ => false,
    }
}
