// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits reducers, comparators and other bodies on rank-0 tensors as scalar operations.

use super::form::is_elementwise;
use super::{bitcast, emit};
use crate::hlo_to_linalg::calls;
use hloom_dialects::op::Op as HloOp;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// Emits a block of operations on rank-0 tensors with scalars instead of tensors, and returns the
/// scalar operands of its terminator. `outer` emits the scalar of a value that is defined outside
/// the block.
///
/// # Errors
/// Fails if an operation is not scalar arithmetic or is not defined on its element types.
pub fn emit_region<'a>(
    builder: Builder<'a>,
    block: Block<'a>,
    arguments: &[Value<'a>],
    outer: &dyn Fn(Builder<'a>, Value<'a>) -> Value<'a>,
) -> Result<Vec<Value<'a>>, Failure<'a>> {
    let key = |value: Value<'a>| ir::value_address(value);
    let mut scalars: HashMap<usize, Value<'a>> =
        ir::args(block).into_iter().map(key).zip(arguments.iter().copied()).collect();
    let mut ops = ir::ops(block);
    let terminator = ops.pop();
    for op in ops {
        let operands = look_up(builder, op, &scalars, outer);
        let results = ir::results(op).into_iter().map(key);
        if ir::hlo_op(op) == Some(HloOp::StablehloOptimizationBarrier) {
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
            let known = scalars.get(&ir::value_address(operand)).copied();
            known.unwrap_or_else(|| outer(builder, operand))
        })
        .collect()
}

/// Returns the reason why a body of an operation cannot be emitted on scalars, or `None` if it can
/// be emitted.
pub fn check_region(block: Block) -> Option<String> {
    let ops = ir::ops(block);
    let (_, body) = ops.split_last()?;
    body.iter().find_map(|op| {
        let scalar = ir::results(*op)
            .iter()
            .all(|result| Shaped::of(result.r#type()).is_some_and(|shaped| shaped.rank() == 0));
        let name = ir::op_name(*op);
        let known = match ir::hlo_op(*op) {
            Some(
                HloOp::StablehloBitcastConvert
                | HloOp::StablehloConstant
                | HloOp::StablehloOptimizationBarrier,
            ) => true,
            Some(kind) => is_elementwise(kind) || is_scalar_identity(kind),
            None => name == "func.call" && calls::is_of_body(*op),
        };
        (!known || !scalar).then(|| format!("`{name}` in its body is not an operation on scalars"))
    })
}

/// Returns true for operations whose result equals the operand if both are rank-0 tensors.
fn is_scalar_identity(op: HloOp) -> bool {
    matches!(
        op,
        HloOp::StablehloReshape
            | HloOp::StablehloBroadcastInDim
            | HloOp::StablehloBroadcast
            | HloOp::StablehloTranspose
    )
}

fn scalar_op<'a>(
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Result<Value<'a>, Failure<'a>> {
    match (ir::hlo_op(op), operands) {
        (Some(HloOp::StablehloBitcastConvert), [bits]) => {
            let ty = ir::tensor_type(builder.context(), ir::results(op)[0].r#type());
            Ok(bitcast::emit(builder, *bits, ir::element_of(ty)))
        }
        (Some(HloOp::StablehloConstant), _) => constant(builder, op),
        (Some(kind), [operand]) if is_scalar_identity(kind) => Ok(*operand),
        _ => emit(builder, op, operands),
    }
}

fn constant<'a>(builder: Builder<'a>, op: Op<'a>) -> Result<Value<'a>, Failure<'a>> {
    let ty = ir::tensor_type(builder.context(), ir::results(op)[0].r#type());
    let element = ir::element_of(ty);
    let value = op
        .attribute("value")
        .ok()
        .and_then(|value| ir::dense_with_type(value, ty))
        .and_then(ir::splat_value)
        .ok_or_else(|| {
            Failure::at(op, "`stablehlo.constant`: expected a scalar in the body of an operation")
        })?;
    Ok(builder.scalar(value, element))
}
