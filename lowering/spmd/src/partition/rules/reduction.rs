// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sharding rules of reductions.

use super::factors::Rule;
use super::shape::{operand, result};
use crate::partition::halo::windows;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_evaluator::attribute::literal_of_attribute;
use hloom_ir as ir;
use hloom_values::Scalar;
use melior::ir::operation::OperationLike;

/// Returns the sharding rule of `reduce`. Kept dimensions have factors in all operands and results.
/// Reduced dimensions can be split if there is one result and one operation combines the partial
/// results of the devices.
pub fn reduce(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let reduced = op.integers("dimensions").ok()?;
    let count = op.result_count();
    let mut place = 0;
    for (dim, size) in operand(op, 0)?.into_iter().enumerate() {
        let operands: Vec<_> = (0..count).map(|operand| (operand, dim)).collect();
        if reduced.contains(&(dim as i64)) {
            rule.link(size, &operands, &[]);
            continue;
        }
        let results: Vec<_> = (0..count).map(|result| (result, place)).collect();
        rule.link(size, &operands, &results);
        place += 1;
    }
    if count == 1 {
        rule.combine = combination(op, 1);
    }
    Some(rule)
}

/// Returns the name of the operation that combines the partial results of a reduction on several
/// devices: the single operation of its body. Returns `None` if there is no such operation.
///
/// Every device combines the initial value, the operand number `initial`, with its part. Therefore
/// the operation must be idempotent, or the initial value must consist of its neutral element.
pub fn combination(op: &OpView, initial: usize) -> Option<&'static str> {
    let body = OpView::from_operation(ir::reducer(op.operation())?.0)?;
    let initial = || {
        let mut source = ir::defining_op(op.operand(initial).ok()?)?;
        while ir::hlo_op(source) == Some(Op::StablehloBroadcastInDim) {
            source = ir::defining_op(*ir::operands(source).first()?)?;
        }
        let is_constant = ir::hlo_op(source) == Some(Op::StablehloConstant);
        let value = source.attribute("value").ok().filter(|_| is_constant)?;
        let is_one = ir::dense_type(value).is_none_or(|ty| {
            ir::is_splat(value) || ir::Shaped::of(ty).is_some_and(|shaped| shaped.elements() == 1)
        });
        literal_of_attribute(value).ok().filter(|_| is_one)?.get(0)
    };
    let is = |number: i32| {
        initial().is_some_and(|initial| match initial {
            Scalar::Bool(value) => i32::from(value) == number,
            Scalar::Signed(value) => value == number.into(),
            Scalar::Unsigned(value) => i64::try_from(value) == Ok(number.into()),
            Scalar::Float(value) => value == number.into(),
            Scalar::Complex(real, imaginary) => real == number.into() && imaginary == 0.0,
        })
    };
    let holds = match body.op() {
        Op::StablehloMaximum | Op::StablehloMinimum | Op::StablehloAnd | Op::StablehloOr => true,
        Op::StablehloAdd | Op::StablehloXor => is(0),
        Op::StablehloMultiply => is(1),
        _ => false,
    };
    holds.then(|| body.op().name())
}

/// Returns the sharding rule of `reduce_window`. It has factors for the dimensions in which each
/// window is the single element at the same position, and for windows that need halos.
pub fn reduce_window(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let count = op.result_count();
    let windows = windows(op)?;
    let (shape, after) = (operand(op, 0)?, result(op, 0)?);
    let list = |name: &str, default: i64| {
        op.optional_integers(name).unwrap_or_else(|| vec![default; shape.len()])
    };
    let ones = ["window_dimensions", "window_strides", "base_dilations", "window_dilations"];
    let ones = ones.map(|name| list(name, 1));
    let padding = op.optional_integers("padding").unwrap_or_else(|| vec![0; 2 * shape.len()]);
    for (dim, size) in shape.iter().enumerate() {
        let plain = ones.iter().all(|list| list.get(dim) == Some(&1));
        let operands: Vec<_> = (0..count).map(|operand| (operand, dim)).collect();
        let results: Vec<_> = (0..count).map(|result| (result, dim)).collect();
        if plain && padding.get(2 * dim..2 * dim + 2) == Some(&[0, 0]) {
            rule.link(*size, &operands, &results);
        } else if let Some(window) = windows.iter().find(|window| window.operand == dim) {
            rule.link_window(window, [count, count]);
        } else if after[dim] == *size {
            rule.link_whole(*size, &operands, &results);
        }
    }
    Some(rule)
}
