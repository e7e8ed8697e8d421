// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rank-0 tensors as scalars and back, and bodies that may fail.

use super::{Emitter, Generic, scalar};
use crate::ffi;
use crate::ir::{self, Block, Builder, Op, Shaped, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The element of a rank-0 tensor.
///
/// The element of a constant or of `tensor.from_elements` is looked through to,
/// so that later passes have less to fold.
pub fn element<'a>(builder: Builder<'a>, tensor: Value<'a>) -> Value<'a> {
    let Some(shaped) = Shaped::of(tensor.r#type()) else {
        return tensor;
    };
    if let Some(op) = ir::defining_op(tensor) {
        if ir::op_name(op) == "tensor.from_elements" {
            return ir::operands(op)[0];
        }
        let value = op.attribute("value").ok().filter(|_| ir::op_name(op) == "arith.constant");
        if let Some(value) = value.and_then(ffi::splat_value) {
            return builder.scalar(value, shaped.element);
        }
    }
    builder.simple("tensor.extract", &[tensor], shaped.element)
}

/// A rank-0 tensor of `scalar`.
pub fn rank_zero<'a>(builder: Builder<'a>, scalar: Value<'a>) -> Value<'a> {
    builder.simple("tensor.from_elements", &[scalar], ir::tensor(&[], scalar.r#type()))
}

/// A rank-0 elementwise operation: scalars, whose tensor forms fold away.
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

/// A zero of a signless, float or complex type.
pub fn zero<'a>(builder: Builder<'a>, ty: ir::Type<'a>) -> Value<'a> {
    if let Some(part) = ir::is_complex(ty) {
        let zero = ir::float_attr(builder.context(), part, 0.0);
        let value = ir::array_attr(builder.context(), &[zero, zero]);
        return builder.scalar(value, ty);
    }
    if ir::is_float(ty) { builder.float(0.0, ty) } else { builder.int(0, ty) }
}

/// An HLO integer as `index`.
pub fn to_index<'a>(builder: Builder<'a>, value: Value<'a>, unsigned: bool) -> Value<'a> {
    let op = if unsigned { "arith.index_castui" } else { "arith.index_cast" };
    builder.simple(op, &[value], ir::index(builder.context()))
}

/// An HLO integer as `index`, clamped to `0..=most`.
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

/// Emits the region of `op` on scalars; values from outside it are read where
/// they are used.
pub fn body<'a>(
    emitter: &Emitter<'a>,
    builder: Builder<'a>,
    block: Block<'a>,
    arguments: &[Value<'a>],
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let outer = |builder: Builder<'a>, value: Value<'a>| element(builder, emitter.value(value));
    scalar::emit_region(builder, block, arguments, &outer)
}

/// The first block of a region of `op`.
pub fn block<'a>(op: Op<'a>, region: usize) -> Result<Block<'a>, Failure<'a>> {
    ir::regions(op)
        .get(region)
        .and_then(|region| ir::blocks(*region).first().copied())
        .ok_or_else(|| Failure::at(op, format!("`{}` has no body", ir::op_name(op))))
}

/// Builds a `linalg.generic` of `outputs` outputs whose body may fail.
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
