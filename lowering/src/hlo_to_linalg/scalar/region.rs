// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reducers, comparators and other bodies on rank-0 tensors, emitted on scalars.

use super::{emit, is_elementwise};
use crate::ffi;
use crate::hlo_to_linalg::{bitcast_convert, calls};
use crate::ir::{self, Block, Builder, Op, Shaped, Value};
use crate::pass::Failure;
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// Emits a block whose values are rank-0 tensors with scalars in their place;
/// returns the terminator's operands. `outer` gives the scalar of a value from
/// outside the block.
pub fn emit_region<'a>(
    builder: Builder<'a>,
    block: Block<'a>,
    arguments: &[Value<'a>],
    outer: &dyn Fn(Builder<'a>, Value<'a>) -> Value<'a>,
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let key = |value: Value<'a>| value.to_raw().ptr as usize;
    let mut scalars: HashMap<usize, Value<'a>> =
        ir::args(block).into_iter().map(key).zip(arguments.iter().copied()).collect();
    let mut ops = ir::ops(block);
    let terminator = ops.pop();
    for op in ops {
        let operands = look_up(builder, op, &scalars, outer);
        let results = ir::results(op).into_iter().map(key);
        if ir::op_name(op) == "stablehlo.optimization_barrier" {
            scalars.extend(results.zip(operands));
            continue;
        }
        let builder = builder.at(op.location());
        if ir::op_name(op) == "func.call" {
            scalars.extend(results.zip(calls::emit_on_scalars(builder, op, &operands)));
            continue;
        }
        let value = scalar_op(builder, op, &operands)?;
        scalars.extend(results.zip([value]));
    }
    Ok(terminator.map(|op| look_up(builder, op, &scalars, outer)).unwrap_or_default())
}

fn look_up<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    scalars: &HashMap<usize, Value<'a>>,
    outer: &dyn Fn(Builder<'a>, Value<'a>) -> Value<'a>,
) -> Vec<Value<'a>> {
    ir::operands(op)
        .into_iter()
        .map(|operand| {
            let known = scalars.get(&(operand.to_raw().ptr as usize)).copied();
            known.unwrap_or_else(|| outer(builder, operand))
        })
        .collect()
}

/// Why a body cannot be emitted on scalars; none if it can.
pub fn check_region(block: Block) -> Option<String> {
    let ops = ir::ops(block);
    let (_, body) = ops.split_last()?;
    body.iter().find_map(|op| {
        let name = ir::op_name(*op);
        let scalar = ir::results(*op)
            .iter()
            .all(|result| Shaped::of(result.r#type()).is_some_and(|shaped| shaped.rank() == 0));
        let known = is_elementwise(name)
            || name == "stablehlo.bitcast_convert"
            || is_scalar_identity(name)
            || matches!(name, "stablehlo.constant" | "stablehlo.optimization_barrier")
            || (name == "func.call" && calls::is_of_body(*op));
        (!known || !scalar).then(|| format!("`{name}` in its body is not an operation on scalars"))
    })
}

fn is_scalar_identity(name: &str) -> bool {
    matches!(
        name,
        "stablehlo.reshape"
            | "stablehlo.broadcast_in_dim"
            | "stablehlo.broadcast"
            | "stablehlo.transpose"
    )
}

fn scalar_op<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Value<'a>, Failure<'a>> {
    let name = ir::op_name(op);
    if is_elementwise(name) {
        return emit(builder, op, operands);
    }
    if let (true, [bits]) = (name == "stablehlo.bitcast_convert", operands) {
        let ty = ir::tensor_type(builder.context(), ir::results(op)[0].r#type());
        return Ok(bitcast_convert::scalar(builder, *bits, ir::element_of(ty)));
    }
    if is_scalar_identity(name) && operands.len() == 1 {
        return Ok(operands[0]);
    }
    if name == "stablehlo.constant" {
        return constant(builder, op);
    }
    Err(Failure::at(op, format!("`{name}` is not an operation on scalars")))
}

fn constant<'a>(builder: Builder<'a>, op: Op<'a>) -> Result<Value<'a>, Failure<'a>> {
    let ty = ir::tensor_type(builder.context(), ir::results(op)[0].r#type());
    let element = ir::element_of(ty);
    let value = op
        .attribute("value")
        .ok()
        .and_then(|value| ffi::dense_with_type(value, ty))
        .and_then(ffi::splat_value)
        .ok_or_else(|| Failure::at(op, "`stablehlo.constant` is not a scalar"))?;
    Ok(builder.scalar(value, element))
}
