// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inference of result types from operand types and constant size operands.
//!
//! The verifiers infer the types of most operations. This module handles the other cases:
//! operations whose sizes are operands, custom calls, and operations whose result type is only
//! partly determined by the operands.

use super::{WRAPPER, custom_calls};
use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::element::storage_width;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::{OpView, constant_integers};
use hloom_dialects::shape::{Dim, TensorType, element_of, most_specific};
use hloom_dialects::verify;
use hloom_ir::{self as ir, Context, Op, Type, Value};
use melior::ir::r#type::{FunctionType, TupleType};
use melior::ir::{AttributeLike, TypeLike, ValueLike};

/// Refines the types of an operation's results if its operands imply more specific types.
pub fn refine<'a>(context: &'a Context, op: Op<'a>) {
    let Some(view) = OpView::from_operation(op) else { return };
    for (result, inferred) in ir::results(op).into_iter().zip(inferred(context, &view)) {
        if let Some(inferred) = inferred {
            refine_value(context, result, inferred);
        }
    }
}

/// Adds the known sizes of the type `other` to the type of `value`, if the two types are compatible
/// and all users of `value` accept the new type.
pub fn refine_value<'a>(context: &'a Context, value: Value<'a>, other: Type<'a>) {
    let own = value.r#type();
    let Some(merged) = merged(context, own, other).filter(|merged| *merged != own) else { return };
    if ir::uses(value).into_iter().all(|(user, _)| accepts_refined(user)) {
        ir::set_type(value, merged);
    }
}

/// Returns true if an operation remains valid when the type of an operand becomes more specific.
pub fn accepts_refined(user: Op) -> bool {
    const OTHERS: [&str; 8] = [
        "builtin.unrealized_conversion_cast",
        "func.call",
        "func.return",
        "shape.shape_of",
        "tensor.cast",
        "tensor.dim",
        "tensor.extract",
        "tensor.rank",
    ];
    ir::hlo_op(user).is_some() || ir::dialect(user) == "sdy" || OTHERS.contains(&ir::op_name(user))
}

/// Returns the type with the sizes that are known from `own` or from `other`, or `None` if the two
/// types are not compatible. The element type comes from `own`, because quantized types are not
/// inferred.
pub fn merged<'a>(context: &'a Context, own: Type<'a>, other: Type<'a>) -> Option<Type<'a>> {
    if let Some((ours, theirs)) =
        custom_calls::elements_of(own).zip(custom_calls::elements_of(other))
    {
        let pairs = ours.into_iter().zip(theirs);
        let elements: Vec<_> =
            pairs.map(|(own, other)| merged(context, own, other).unwrap_or(own)).collect();
        return Some(TupleType::new(context, &elements).into());
    }
    let other = TensorType::from_type(other)?;
    match TensorType::from_type(own) {
        Some(own) => {
            let other = other.with_element(own.element());
            most_specific(&[own, other]).map(|merged| merged.ty())
        }
        None if own.is_unranked_tensor() => Some(other.with_element(element_of(own)?).ty()),
        None => None,
    }
}

/// Returns the inferred types of the results; an entry is `None` if no type can be inferred.
fn inferred<'a>(context: &'a Context, op: &OpView<'a, 'a>) -> Vec<Option<Type<'a>>> {
    let operand = |index: usize| op.tensor(index).ok();
    let result = |index: usize| op.result_tensor(index).ok();
    let integers = |index: usize| constant_integers(op.operand(index).ok()?);
    let with_dims = |dims: Vec<Dim>| Some(TensorType::new(result(0)?.element(), &dims));
    let given = |index: usize| with_dims(integers(index)?.into_iter().map(size).collect());
    let one = match op.op() {
        Kind::StablehloDynamicBroadcastInDim | Kind::StablehloDynamicReshape => given(1),
        Kind::StablehloDynamicIota => given(0),
        Kind::StablehloRng => given(2),
        Kind::StablehloDynamicPad => (|| {
            let (low, high, interior) = (integers(2)?, integers(3)?, integers(4)?);
            let dims = operand(0)?.dims().to_vec();
            let padded = |(index, dim): (usize, &Dim)| {
                dim.and_then(|dim| {
                    let between = interior.get(index)?.checked_mul((dim - 1).max(0))?;
                    let edges = low.get(index)?.checked_add(*high.get(index)?)?;
                    size(dim.checked_add(edges)?.checked_add(between)?)
                })
            };
            with_dims(dims.iter().enumerate().map(padded).collect())
        })(),
        Kind::StablehloRealDynamicSlice => (|| {
            let spans = spans(op.operand(1).ok()?, op.operand(2).ok()?)?;
            let dims = spans.into_iter().zip(integers(3)?).map(|(span, stride)| {
                size(span.checked_add(stride.checked_sub(1)?)?.checked_div(stride)?)
            });
            with_dims(dims.collect())
        })(),
        Kind::StablehloConvert
        | Kind::StablehloUniformQuantize
        | Kind::StablehloUniformDequantize => {
            operand(0).and_then(|operand| with_dims(operand.dims().to_vec()))
        }
        Kind::StablehloReshape => (|| {
            // A single unknown size follows from the number of elements.
            let (elements, dims) = (operand(0)?.element_count()?, result(0)?.dims().to_vec());
            let known: i64 = dims.iter().flatten().product();
            let open = dims.iter().filter(|dim| dim.is_none()).count();
            (open == 1 && known > 0 && elements % known == 0).then_some(())?;
            with_dims(dims.into_iter().map(|dim| dim.or(Some(elements / known))).collect())
        })(),
        Kind::StablehloCustomCall if op.optional_string("call_target_name") == Some(WRAPPER) => {
            operand(0)
        }
        Kind::StablehloCustomCall => {
            return custom_calls::types(context, op.operation()).unwrap_or_default();
        }
        Kind::StablehloAllGather | Kind::StablehloReduceScatter => {
            return (0..op.operand_count()).map(|index| scattered(op, index)).collect();
        }
        Kind::StablehloBitcastConvert => (|| {
            // Elements of another width would change the dimensions.
            let (from, to) = (operand(0)?, result(0)?);
            let width = |tensor: &TensorType| storage_width(tensor.element());
            (width(&from) == width(&to)).then_some(())?;
            with_dims(from.dims().to_vec())
        })(),
        Kind::StablehloConvolution | Kind::StablehloDot | Kind::StablehloDotGeneral => {
            verify::infer_shape(op).ok().and_then(|(dims, _)| with_dims(dims))
        }
        _ => {
            let types = verify::infer(op.inputs()).unwrap_or_default();
            return types.into_iter().map(Some).collect();
        }
    };
    vec![one.map(|tensor| tensor.ty())]
}

/// Returns the type of a result of an `all_gather` or `reduce_scatter`, whose size depends on the
/// size of the groups. Returns `None` if the groups consist of replicas in all partitions, because
/// the number of partitions is unknown.
fn scattered<'a>(op: &OpView<'a, 'a>, index: usize) -> Option<Type<'a>> {
    let channel: Option<ChannelHandle> = op.optional_typed("channel_handle");
    let has_channel = channel.is_some_and(|channel| channel.handle > 0);
    if has_channel && !op.optional_boolean("use_global_device_ids").unwrap_or(false) {
        return None;
    }
    let groups = TensorType::from_type(op.attribute("replica_groups")?.r#type())?;
    let (count, operand) = (groups.dim(1).filter(|count| *count > 0)?, op.tensor(index).ok()?);
    let (name, gathers) = match op.op() {
        Kind::StablehloAllGather => ("all_gather_dim", true),
        _ => ("scatter_dimension", false),
    };
    let mut dims = operand.dims().to_vec();
    let dim = dims.get_mut(usize::try_from(op.optional_integer(name)?).ok()?)?;
    *dim = match *dim {
        Some(size) if gathers => size.checked_mul(count),
        Some(size) => (size % count == 0).then_some(size / count),
        None => None,
    };
    Some(TensorType::new(operand.element(), &dims).ty())
}

/// Returns `limits - starts` if both are constants, or if `limits` is `starts` plus a constant.
/// Returns `None` otherwise.
pub fn spans<'a>(starts: Value<'a>, limits: Value<'a>) -> Option<Vec<i64>> {
    if let (Some(starts), Some(limits)) = (constant_integers(starts), constant_integers(limits)) {
        return starts.iter().zip(limits).map(|(start, limit)| limit.checked_sub(*start)).collect();
    }
    let sum = ir::defining_op(limits).filter(|op| ir::hlo_op(*op) == Some(Kind::StablehloAdd))?;
    match ir::operands(sum)[..] {
        [one, other] if one == starts => constant_integers(other),
        [one, other] if other == starts => constant_integers(one),
        _ => None,
    }
}

/// Returns a known dimension, or an unknown dimension if the size is negative.
fn size(size: i64) -> Dim {
    (size >= 0).then_some(size)
}

/// Sets the type of a function to the types of its arguments and returned values.
pub fn set_signature<'a>(context: &'a Context, function: Op<'a>) {
    let Some(block) =
        ir::regions(function).first().and_then(|region| ir::blocks(*region).first().copied())
    else {
        return;
    };
    let types = |values: Vec<Value<'a>>| -> Vec<Type<'a>> {
        values.into_iter().map(|value| value.r#type()).collect()
    };
    let returned = ir::ops(block).last().map(|end| ir::operands(*end)).unwrap_or_default();
    let ty = FunctionType::new(context, &types(ir::args(block)), &types(returned));
    ir::set_attribute(function, "function_type", ir::type_attr(ty.into()));
}
