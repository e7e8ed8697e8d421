// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Converts between rank-0 tensors and scalars, and builds bodies whose construction may fail.

use super::{Emitter, scalar};
use hloom_ir::linalg::generic::Generic;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Returns the element of a rank-0 tensor, or `tensor` itself if it is not a tensor.
///
/// The function looks through constants and `tensor.from_elements`, so that later passes have less
/// to fold.
pub fn element<'a>(builder: Builder<'a>, tensor: Value<'a>) -> Value<'a> {
    let Some(shaped) = Shaped::of(tensor.r#type()) else {
        return tensor;
    };
    if let Some(op) = ir::defining_op(tensor) {
        if ir::op_name(op) == "tensor.from_elements" {
            return ir::operands(op)[0];
        }
        let value = op.attribute("value").ok().filter(|_| ir::op_name(op) == "arith.constant");
        if let Some(value) = value.and_then(ir::splat_value) {
            return builder.scalar(value, shaped.element);
        }
    }
    builder.simple("tensor.extract", &[tensor], shaped.element)
}

/// Returns a rank-0 tensor with the element `scalar`.
pub fn rank_zero<'a>(builder: Builder<'a>, scalar: Value<'a>) -> Value<'a> {
    builder.simple("tensor.from_elements", &[scalar], ir::tensor(&[], scalar.r#type()))
}

/// Lowers a rank-0 elementwise operation to scalar operations. The conversions between tensors and
/// scalars fold away.
///
/// # Errors
/// Fails if the operation is not defined on its element types.
pub fn elementwise<'a>(
    _: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let scalars: Vec<_> = operands.iter().map(|operand| element(builder, *operand)).collect();
    let value = scalar::emit(builder, op, &scalars)?;
    Ok(vec![rank_zero(builder, value)])
}

/// Returns a zero of a signless integer, float or complex type.
pub fn zero<'a>(builder: Builder<'a>, ty: ir::Type<'a>) -> Value<'a> {
    if let Some(part) = ir::is_complex(ty) {
        let zero = ir::float_attr(builder.context(), part, 0.0);
        let value = ir::array_attr(builder.context(), &[zero, zero]);
        return builder.scalar(value, ty);
    }
    if ir::is_float(ty) { builder.float(0.0, ty) } else { builder.int(0, ty) }
}

/// Converts an integer to `index`. Zero-extends it if `unsigned` is true, and sign-extends it
/// otherwise.
pub fn to_index<'a>(builder: Builder<'a>, value: Value<'a>, unsigned: bool) -> Value<'a> {
    let op = if unsigned { "arith.index_castui" } else { "arith.index_cast" };
    builder.simple(op, &[value], ir::index(builder.context()))
}

/// Converts an integer, which is unsigned if `unsigned` is true, to `index`, and clamps it to the
/// range from 0 to `most`, inclusive.
pub fn clamped_index<'a>(
    builder: Builder<'a>,
    value: Value<'a>,
    unsigned: bool,
    most: i64,
) -> Value<'a> {
    let index = to_index(builder, value, unsigned);
    let most = builder.index(most);
    if unsigned {
        return builder.binary("arith.minui", index, most);
    }
    let low = builder.binary("arith.maxsi", index, builder.index(0));
    builder.binary("arith.minsi", low, most)
}

/// Emits `block`, a body of an HLO operation, on scalars, and returns the terminator's operands.
/// The elements of captured values are read at their uses.
///
/// # Errors
/// Fails if the body is not scalar arithmetic.
pub fn body<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    block: Block<'a>,
    arguments: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let outer = |builder: Builder<'a>, value: Value<'a>| element(builder, emitter.value(value));
    scalar::emit_region(builder, block, arguments, &outer)
}

/// Returns the first block of region number `region` of `op`.
///
/// # Errors
/// Fails if there is no such region or it has no block.
pub fn block<'a>(op: Op<'a>, region: usize) -> Result<Block<'a>, Failure<'a>> {
    ir::regions(op).get(region).and_then(|region| ir::blocks(*region).first().copied()).ok_or_else(
        || Failure::at(op, format!("`{}`: expected a body, found none", ir::op_name(op))),
    )
}

/// Builds a `linalg.generic` with `outputs` outputs and a `body` that may fail.
///
/// # Errors
/// Fails if `body` fails.
pub fn build_generic<'a>(
    generic: Generic<'a>,
    outputs: usize,
    body: impl FnOnce(Builder<'a>, &[Value<'a>]) -> Result<Vec<Value<'a>>, Failure<'a>>,
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let mut failure = None;
    let results = generic.build(|builder, arguments| {
        body(builder, arguments).unwrap_or_else(|error| {
            failure = Some(error);
            arguments[arguments.len() - outputs..].to_vec()
        })
    });
    failure.map_or(Ok(results), Err)
}
