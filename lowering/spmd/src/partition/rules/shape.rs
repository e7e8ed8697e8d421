// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sharding rules of elementwise operations and of operations that move elements.

use super::factors::{Rule, identity};
use hloom_dialects::op_view::OpView;
use hloom_ir as ir;
use melior::ir::ValueLike;

/// Returns the shape of an operand, or `None` if it is not a ranked tensor.
pub fn operand(op: &OpView, index: usize) -> Option<Vec<i64>> {
    ir::Shaped::of(op.operand(index).ok()?.r#type()).map(|shaped| shaped.shape)
}

/// Returns the shape of a result, or `None` if it is not a ranked tensor.
pub fn result(op: &OpView, index: usize) -> Option<Vec<i64>> {
    ir::Shaped::of(op.result_type(index).ok()?).map(|shaped| shaped.shape)
}

/// Converts dimension numbers to indices. Returns `None` if a number is negative.
pub fn dims(list: &[i64]) -> Option<Vec<usize>> {
    list.iter().map(|dim| usize::try_from(*dim).ok()).collect()
}

/// Returns the sharding rule of an elementwise operation. Returns `None` unless at least one
/// operand has the shape of the result and all others are scalars.
pub fn elementwise(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let shape = result(op, 0)?;
    let whole: Vec<_> = (0..op.operand_count())
        .filter(|index| operand(op, *index).is_some_and(|of| of == shape))
        .collect();
    if whole.is_empty() {
        return None;
    }
    let others = (0..op.operand_count()).filter(|index| !whole.contains(index));
    if others.into_iter().any(|index| operand(op, index).is_none_or(|of| !of.is_empty())) {
        return None;
    }
    for (dim, size) in shape.iter().enumerate() {
        let operands: Vec<_> = whole.iter().map(|operand| (*operand, dim)).collect();
        rule.link(*size, &operands, &[(0, dim)]);
    }
    Some(rule)
}

/// Returns the sharding rule of `optimization_barrier`, whose results are its operands.
pub fn barrier(op: &OpView) -> Option<Rule> {
    let shapes = (0..op.operand_count()).map(|index| operand(op, index));
    Some(identity(&shapes.collect::<Option<Vec<_>>>()?))
}

/// Returns the sharding rule of a constant or an iota. Each device can build any part of these.
pub fn source(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    for (dim, size) in result(op, 0)?.into_iter().enumerate() {
        rule.link(size, &[], &[(0, dim)]);
    }
    Some(rule)
}

/// Returns the sharding rule of an operation that computes independently along all dimensions
/// except the dimensions in `whole`, which it needs as a whole. Operands and results have the same
/// rank.
pub fn along_others(op: &OpView, whole: &[i64]) -> Option<Rule> {
    let mut rule = Rule::of(op);
    for (dim, size) in result(op, 0)?.into_iter().enumerate() {
        let operands: Vec<_> = (0..op.operand_count()).map(|operand| (operand, dim)).collect();
        let results: Vec<_> = (0..op.result_count()).map(|result| (result, dim)).collect();
        if !whole.contains(&(dim as i64)) {
            rule.link(size, &operands, &results);
        } else if operand(op, 0)?[dim] == size {
            rule.link_whole(size, &operands, &results);
        }
    }
    Some(rule)
}

/// Returns the sharding rule of `sort`, which needs the sorted dimension as a whole.
pub fn sort(op: &OpView) -> Option<Rule> {
    let rank = result(op, 0)?.len() as i64;
    let dimension = op.optional_integer("dimension").unwrap_or(-1);
    along_others(op, &[if dimension < 0 { dimension + rank } else { dimension }])
}

/// Returns the sharding rule of `top_k`, which needs the last dimension as a whole and changes its
/// size.
pub fn top_k(op: &OpView) -> Option<Rule> {
    along_others(op, &[result(op, 0)?.len() as i64 - 1])
}

/// Returns the sharding rule of `broadcast_in_dim`. The operand has no factor in a dimension that
/// is repeated.
pub fn broadcast_in_dim(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let from = operand(op, 0)?;
    let places = dims(&op.integers("broadcast_dimensions").ok()?)?;
    for (dim, size) in result(op, 0)?.into_iter().enumerate() {
        let source = places.iter().position(|place| *place == dim);
        let source = source.filter(|source| from[*source] == size);
        let operands: Vec<_> = source.into_iter().map(|source| (0, source)).collect();
        rule.link(size, &operands, &[(0, dim)]);
    }
    Some(rule)
}

/// Returns the sharding rule of `bitcast_convert`. The last dimension of the operand or the result
/// has no factor if the other one lacks it.
pub fn bitcast_convert(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    for (dim, (size, _)) in operand(op, 0)?.into_iter().zip(result(op, 0)?).enumerate() {
        rule.link(size, &[(0, dim)], &[(0, dim)]);
    }
    Some(rule)
}

/// Returns the sharding rule of `transpose`.
pub fn transpose(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let from = operand(op, 0)?;
    let permutation = dims(&op.integers("permutation").ok()?)?;
    for (dim, source) in permutation.into_iter().enumerate() {
        rule.link(from[source], &[(0, source)], &[(0, dim)]);
    }
    Some(rule)
}

/// Returns the sharding rule of `pad`. It has factors for the dimensions without padding.
pub fn pad(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let lists = ["edge_padding_low", "edge_padding_high", "interior_padding"];
    let lists = lists.map(|name| op.integers(name).ok());
    for (dim, size) in operand(op, 0)?.into_iter().enumerate() {
        if lists.iter().all(|list| list.as_ref().is_some_and(|list| list[dim] == 0)) {
            rule.link(size, &[(0, dim)], &[(0, dim)]);
        }
    }
    Some(rule)
}

/// Returns the sharding rule of `slice` and `dynamic_slice`. It has factors for the dimensions that
/// the slice covers as a whole.
pub fn slice(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let sizes = operand(op, 0)?.into_iter().zip(result(op, 0)?);
    for (dim, (before, after)) in sizes.enumerate() {
        if before == after {
            rule.link(before, &[(0, dim)], &[(0, dim)]);
        }
    }
    Some(rule)
}

/// Returns the sharding rule of `reshape`.
///
/// Groups of consecutive dimensions with the same number of elements in the operand and the result
/// have the same factors. The size of each factor is the greatest common divisor of the remaining
/// sizes of the current operand and result dimensions.
pub fn reshape(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let (before, after) = (operand(op, 0)?, result(op, 0)?);
    if before.contains(&0) {
        return None;
    }
    let (mut at, mut to) = (0, 0);
    let (mut left, mut wanted) = (1, 1);
    loop {
        if left == 1 && at < before.len() {
            left = before[at];
            at += 1;
            continue;
        }
        if wanted == 1 && to < after.len() {
            wanted = after[to];
            to += 1;
            continue;
        }
        if left == 1 && wanted == 1 {
            return Some(rule);
        }
        let size = common_divisor(left, wanted);
        if size == 1 {
            // The remaining dimensions have no common factors. The factors of the current
            // dimensions are their major parts.
            return Some(rule);
        }
        let factor = rule.factor(size);
        rule.operands[0][at - 1].push(factor);
        rule.results[0][to - 1].push(factor);
        left /= size;
        wanted /= size;
    }
}

fn common_divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}
