// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansion of `chlo.top_k` to a stable descending sort of values and positions, followed by a
//! slice of `k` elements.

use super::Hlo;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Emits operations that compute the `k` largest elements along the last dimension in descending
/// order, and their positions. Equal elements keep their order. Floats are compared in their total
/// order, in which positive NaN is largest.
///
/// # Errors
/// Fails if the operand is a scalar or has a dynamic shape, or if the attribute `k` is missing.
pub fn expand<'a>(hlo: Hlo<'a>, op: Op<'a>) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let context = hlo.at.context();
    let operand = ir::operands(op)[0];
    let shaped = Shaped::of(operand.r#type())
        .filter(|shaped| shaped.is_static() && shaped.rank() > 0)
        .ok_or_else(|| {
            let ty = operand.r#type();
            let message = format!(
                "`chlo.top_k`: expected an operand of static shape and at least rank 1, found \
                 `{ty}`"
            );
            Failure::at(op, message)
        })?;
    let k = ir::integer(op, "k")
        .ok_or_else(|| Failure::at(op, "`chlo.top_k`: expected an integer attribute `k`"))?;
    let last = shaped.rank() - 1;
    let i32 = ir::int(context, 32);
    let positions = hlo
        .at
        .op("stablehlo.iota")
        .attr("iota_dimension", ir::i64_attr(context, last as i64))
        .result(ir::tensor(&shaped.shape, i32))
        .value();
    let scalar = |element| ir::tensor(&[], element);
    let (value, position) = (scalar(shaped.element), scalar(i32));
    let comparator = hlo.at.region(&[value, value, position, position], |at, arguments| {
        let float = ir::is_float(shaped.element);
        let first = Hlo { at }.compare("GT", arguments[0], arguments[1], float);
        at.op("stablehlo.return").operands(&[first]).build();
    });
    let sorted = hlo
        .at
        .op("stablehlo.sort")
        .operands(&[operand, positions])
        .attr("dimension", ir::i64_attr(context, last as i64))
        .attr("is_stable", ir::bool_attr(context, true))
        .results(&[operand.r#type(), positions.r#type()])
        .region(comparator)
        .build();
    let mut limits = shaped.shape;
    limits[last] = k;
    Ok(ir::results(sorted).into_iter().map(|result| hlo.prefix(result, &limits)).collect())
}
