// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Inference of result types from types of operands and from constant size operands.
//!
//! The verifiers infer the types of most operations. This module adds operations whose sizes
//! are operands, custom calls, and operations whose result type the operands determine only in
//! part.

use super::{WRAPPER, custom_calls};
use hloom_dialects::element::storage_width;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::{OpView, constant_integers};
use hloom_dialects::shape::{Dim, TensorType, most_specific};
use hloom_dialects::verify;
use hloom_ir::{self as ir, Context, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::r#type::FunctionType;

/// Refines the types of an operation's results, where its operands imply more specific ones.
pub fn refine(op: Op) {
    let Some(view) = OpView::from_operation(op) else { return };
    let inferred = inferred(&view);
    for (result, inferred) in ir::results(op).into_iter().zip(inferred) {
        let tensors = TensorType::from_type(result.r#type()).zip(inferred);
        let merged = tensors.and_then(|(own, inferred)| {
            // The element type stays as declared, because quantized types are not inferred.
            most_specific(&[own.clone(), inferred.with_element(own.element())])
        });
        if let Some(merged) = merged.filter(|merged| merged.ty() != result.r#type()) {
            ir::set_type(result, merged.ty());
        }
    }
}

/// Returns the inferred types of the results; an entry is `None` if nothing is known.
fn inferred<'a>(op: &OpView<'a, 'a>) -> Vec<Option<TensorType<'a>>> {
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
                    size(dim + low[index] + high[index] + interior[index] * (dim - 1).max(0))
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
            return custom_calls::sizes(op.operation()).unwrap_or_default();
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
            return types.into_iter().map(TensorType::from_type).collect();
        }
    };
    vec![one]
}

/// Returns `limits - starts`. Both must be constants, or `limits` is `starts` plus a constant.
fn spans<'a>(starts: Value<'a>, limits: Value<'a>) -> Option<Vec<i64>> {
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

/// Returns a known dimension, or an unknown one if the size is negative.
fn size(size: i64) -> Dim {
    (size >= 0).then_some(size)
}

/// Sets the type of a function from the types of its arguments and of its returned values.
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
