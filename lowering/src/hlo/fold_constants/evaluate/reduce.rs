// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sums over integers, whose order does not matter.

use super::integer;
use crate::hlo::elements::{Elements, Format, Number};
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Op, Shaped, Value};

/// A `reduce` of integers whose body is one operation on its two arguments that is
/// associative and commutative.
pub fn reduce<'a>(
    op: Op<'a>,
    operands: &[Elements<'a>],
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let [x, init] = operands else { return None };
    // The body computes in the result's type, which may be wider than the operand's.
    let format = Format::of(result.element)?;
    if !x.format.is_integer() || !format.is_integer() {
        return None;
    }
    let name = reducer(op)?;
    let dims = attributes::dims(op, "dimensions").ok()?;
    let kept: Vec<_> = (0..x.shape.len()).filter(|dim| !dims.contains(dim)).collect();
    let mut totals = vec![init.number(0).int()?; result.elements() as usize];
    let mut steps = vec![0; x.shape.len()];
    let mut step = 1;
    for dim in kept.into_iter().rev() {
        steps[dim] = step;
        step *= x.shape[dim] as usize;
    }
    for from in 0..x.count() {
        let (mut rest, mut to) = (from, 0);
        for dim in (0..x.shape.len()).rev() {
            let size = x.shape[dim] as usize;
            to += rest % size * steps[dim];
            rest /= size;
        }
        totals[to] = integer::binary(name, format, totals[to], x.number(from).int()?)?;
    }
    elements(&totals, result)
}

/// The operation that combines the two arguments of a reducer; none if it is another
/// kind of body.
pub fn reducer<'a>(op: Op<'a>) -> Option<&'a str> {
    let block = *ir::blocks(*ir::regions(op).first()?).first()?;
    let [inner, end] = ir::ops(block)[..] else { return None };
    let arguments = ir::args(block);
    let given = ir::operands(inner);
    let swapped: Vec<Value> = given.iter().rev().copied().collect();
    if (given != arguments && swapped != arguments) || ir::operands(end) != ir::results(inner) {
        return None;
    }
    let name = ir::op_name(inner).strip_prefix("stablehlo.")?;
    let commutes =
        matches!(name, "add" | "and" | "maximum" | "minimum" | "multiply" | "or" | "xor");
    commutes.then_some(name)
}

fn elements<'a>(totals: &[i128], result: &Shaped<'a>) -> Option<Elements<'a>> {
    let format = Format::of(result.element).filter(|format| format.is_integer())?;
    let mut data = Vec::new();
    for total in totals {
        format.encode(Number::Int(*total), &mut data);
    }
    Elements::new(&result.shape, result.element, data)
}

/// The products that a `dot_general` adds.
pub fn dot_work(op: Op, operands: &[&Elements]) -> Option<i64> {
    let dims = attributes::dot_dims(op).ok()?;
    let [lhs, _] = operands else { return None };
    let depth: i64 = dims.lhs_contracting.iter().map(|dim| lhs.shape[*dim]).product();
    let result = Shaped::of(melior::ir::ValueLike::r#type(ir::results(op).first()?))?;
    result.elements().checked_mul(depth.max(1))
}

/// A `dot_general` of integers.
pub fn dot_general<'a>(
    op: Op<'a>,
    operands: &[Elements<'a>],
    result: &Shaped<'a>,
) -> Option<Elements<'a>> {
    let [lhs, rhs] = operands else { return None };
    let format = Format::of(result.element)?;
    let (width, signed) = format.integer().filter(|_| format != Format::Bool)?;
    if !lhs.format.is_integer() || !rhs.format.is_integer() {
        return None;
    }
    let dims = attributes::dot_dims(op).ok()?;
    let lhs_at = offsets(lhs, &dims.lhs_batching, &dims.lhs_contracting);
    let rhs_at = offsets(rhs, &dims.rhs_batching, &dims.rhs_contracting);
    let mut totals = Vec::new();
    for (lhs_batch, rhs_batch) in lhs_at.batches.iter().zip(&rhs_at.batches) {
        for row in &lhs_at.free {
            for column in &rhs_at.free {
                let mut total = 0i128;
                for (left, right) in lhs_at.contracting.iter().zip(&rhs_at.contracting) {
                    let left = lhs.number(lhs_batch + row + left).int()?;
                    let right = rhs.number(rhs_batch + column + right).int()?;
                    total = total.wrapping_add(left.wrapping_mul(right));
                }
                totals.push(crate::hlo::elements::wrap(total, width, signed));
            }
        }
    }
    elements(&totals, result)
}

/// Where the elements along groups of dimensions are, each group in order.
struct Offsets {
    batches: Vec<usize>,
    free: Vec<usize>,
    contracting: Vec<usize>,
}

fn offsets(x: &Elements, batching: &[usize], contracting: &[usize]) -> Offsets {
    let mut strides = vec![1; x.shape.len()];
    for dim in (1..x.shape.len()).rev() {
        strides[dim - 1] = strides[dim] * x.shape[dim] as usize;
    }
    let along = |dims: &[usize]| {
        let mut offsets = vec![0];
        for dim in dims {
            let sizes = 0..x.shape[*dim] as usize;
            offsets = offsets
                .into_iter()
                .flat_map(|offset| sizes.clone().map(move |at| (offset, at)))
                .map(|(offset, at)| offset + at * strides[*dim])
                .collect();
        }
        offsets
    };
    let free: Vec<_> = (0..x.shape.len())
        .filter(|dim| !batching.contains(dim) && !contracting.contains(dim))
        .collect();
    Offsets { batches: along(batching), free: along(&free), contracting: along(contracting) }
}
