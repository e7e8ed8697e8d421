// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of elementwise ops, whose operands and results have the same
//! shape.

use super::results::{check_results, no_rule};
use crate::{
    attributes::stablehlo::{ResultAccuracy, ResultAccuracyMode},
    element::{ElementType, storage_width},
    ensure, ffi,
    op::Op,
    op_view::{InferView, OpView},
    shape::{Dim, TensorType, compatible_dim, compatible_dims, most_specific, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::{
    Attribute, Type, TypeLike, ValueLike, attribute::FloatAttribute, r#type::IntegerType,
};

/// Checks the constraints of an elementwise op.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    verify_accuracy(op)?;
    match op.op() {
        Op::StablehloBitcastConvert => verify_bitcast_convert(op),
        Op::StablehloConvert => verify_convert(op),
        Op::StablehloAdd => verify_add(op),
        Op::StablehloReducePrecision => {
            verify_reduce_precision(op)?;
            check_results(op, &infer(op)?, "c1")?;
            same_quantization_kind(op, "c1")
        }
        Op::StablehloAbs | Op::StablehloReal | Op::StablehloImag => {
            check_results(op, &infer(op)?, "c2")
        }
        Op::StablehloComplex => check_results(op, &infer(op)?, "c3"),
        Op::StablehloClamp => {
            check_results(op, &infer(op)?, "c4")?;
            same_quantization_kind(op, "c4")
        }
        Op::StablehloSelect => check_results(op, &infer(op)?, "c2"),
        // C3 is not checked: StableHLO's own verifier accepts any `compare_type`; see `comparison`.
        Op::StablehloCompare => check_results(op, &infer(op)?, "c2"),
        Op::StablehloIsFinite => check_results(op, &infer(op)?, "c1"),
        _ => {
            check_results(op, &infer(op)?, "c1")?;
            same_quantization_kind(op, "c1")
        }
    }
}

/// Infers the result types of an elementwise op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let result = match op.op() {
        Op::StablehloBitcastConvert | Op::StablehloConvert => return Err(no_rule(op)),
        Op::StablehloAbs | Op::StablehloReal | Op::StablehloImag => {
            let operand = op.operand(0)?.r#type();
            match ffi::shaped_element(operand).and_then(ffi::complex_element) {
                Some(part) => with_element(operand, part),
                None => operand,
            }
        }
        Op::StablehloIsFinite => {
            with_element(op.operand(0)?.r#type(), IntegerType::new(op.context(), 1).into())
        }
        Op::StablehloComplex => {
            let parts = common_type(op, &[0, 1], "c1")?;
            let element = ffi::shaped_element(parts)
                .filter(|element| ElementType::from_type(*element).is_float())
                .ok_or_else(|| {
                    violation!("complex_i1", "operands must hold floats, found {parts}")
                })?;
            with_element(parts, ffi::complex_type(element))
        }
        Op::StablehloCompare => {
            same_elements(op, &[0, 1], "c1")?;
            let operands = [op.tensor(0)?, op.tensor(1)?];
            let shape =
                most_specific(&operands).ok_or_else(|| shapes_differ(op, &operands, "c2"))?;
            shape.with_element(IntegerType::new(op.context(), 1).into()).ty()
        }
        Op::StablehloClamp => infer_clamp(op)?,
        Op::StablehloSelect => infer_select(op)?,
        _ => {
            let operands: Vec<_> = (0..op.operand_count()).collect();
            common_type(op, &operands, "c1")?
        }
    };
    Ok(vec![result])
}

/// Checks that the given operands have compatible types, and returns the most specific type that
/// they imply.
pub fn common_type<'c>(
    op: &InferView<'c, '_>,
    operands: &[usize],
    constraint: &str,
) -> Result<Type<'c>, Violation> {
    same_elements(op, operands, constraint)?;
    let types: Vec<_> =
        operands.iter().map(|index| Ok(op.operand(*index)?.r#type())).collect::<Result<_, _>>()?;
    let first =
        *types.first().ok_or_else(|| violation!(op.constraint(constraint), "has no operands"))?;
    if types.iter().all(|ty| *ty == first) {
        return Ok(first);
    }
    // The chlo dialect allows unranked operands, which are compatible with every shape.
    let ranked: Vec<_> = types.iter().filter_map(|ty| TensorType::from_type(*ty)).collect();
    if ranked.is_empty() {
        return Ok(first);
    }
    let common = most_specific(&ranked).ok_or_else(|| shapes_differ(op, &ranked, constraint))?;
    Ok(common.ty())
}

fn shapes_differ(op: &InferView, tensors: &[TensorType], constraint: &str) -> Violation {
    let types: Vec<_> = tensors.iter().map(ToString::to_string).collect();
    violation!(
        op.constraint(constraint),
        "operands must have the same shape, found {}",
        types.join(" and ")
    )
}

/// Checks that the given operands have the same baseline element type.
fn same_elements(op: &InferView, operands: &[usize], constraint: &str) -> Result<(), Violation> {
    let mut first = None;
    for index in operands {
        let ty = op.operand(*index)?.r#type();
        let element = ffi::shaped_element(ty).unwrap_or(ty);
        let (known_type, known) = *first.get_or_insert((ty, element));
        ensure!(
            same_baseline(known, element),
            op.constraint(constraint),
            "operands must have the same element type, found {known_type} and {ty}"
        );
    }
    Ok(())
}

/// Checks that each result is quantized if and only if the middle operand is.
///
/// The middle operand is the value in `clamp(min, operand, max)`.
fn same_quantization_kind(op: &OpView, constraint: &str) -> Result<(), Violation> {
    let quantized = |ty: Type| {
        ffi::shaped_element(ty)
            .is_some_and(|element| ElementType::from_type(element).is_quantized())
    };
    for result in op.result_types() {
        let operand = op.operand(op.operand_count() / 2)?.r#type();
        ensure!(
            quantized(operand) == quantized(result),
            op.constraint(constraint),
            "operand and result must both be quantized or neither, found {operand} and {result}"
        );
    }
    Ok(())
}

fn with_element<'c>(ty: Type<'c>, element: Type<'c>) -> Type<'c> {
    match TensorType::from_type(ty) {
        Some(tensor) => tensor.with_element(element).ty(),
        None if ty.is_unranked_tensor() => ffi::unranked_tensor_type(element),
        None => element,
    }
}

// clamp(min, operand, max)
fn infer_clamp<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let operand = op.tensor(1)?;
    for (index, name, constraint) in [(0, "min", "c1"), (2, "max", "c2")] {
        let bound = op.tensor(index)?;
        ensure!(
            bound.rank() == 0 || compatible_dims(bound.dims(), operand.dims()),
            op.constraint(constraint),
            "{name} must be a scalar or have the shape of the operand, found {bound} and {operand}"
        );
    }
    same_elements(op, &[1, 0, 2], "c3")?;
    Ok(operand.ty())
}

// select(pred, on_true, on_false)
fn infer_select<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let pred = op.tensor(0)?;
    let result = common_type(op, &[1, 2], "c2")?;
    let on_true = op.tensor(1)?;
    ensure!(
        pred.rank() == 0 || compatible_dims(pred.dims(), on_true.dims()),
        op.constraint("c1"),
        "pred must be a scalar or have the shape of on_true, found {pred} and {on_true}"
    );
    Ok(result)
}

// Quantized tensors have constraints (C2 to C7) in addition to those of other tensors.
fn verify_add(op: &OpView) -> Result<(), Violation> {
    let (lhs, rhs, result) = (op.tensor(0)?, op.tensor(1)?, op.result_tensor(0)?);
    let quantized = [lhs.quantized(), rhs.quantized(), result.quantized()];
    let types = format!("{lhs}, {rhs} and {result}");
    let [Some(left), Some(right), Some(sum)] = &quantized else {
        let none = quantized.iter().all(Option::is_none);
        ensure!(none, "add_c2", "operands and result must all be quantized or none, found {types}");
        return check_results(op, &infer(op)?, "c1");
    };
    ensure!(
        left.storage == right.storage && left.storage == sum.storage,
        "add_c3",
        "storage types must be the same, found {types}"
    );
    ensure!(
        left.expressed == right.expressed && left.expressed == sum.expressed,
        "add_c4",
        "expressed types must be the same, found {types}"
    );
    ensure!(
        (left.is_per_axis() || right.is_per_axis()) == sum.is_per_axis(),
        "add_c5",
        "the result must be quantized per axis if and only if an operand is, found {types}"
    );
    for (operand, constraint) in [(left, "add_c6"), (right, "add_c7")] {
        ensure!(
            !operand.is_per_axis() || operand.axis == sum.axis,
            constraint,
            "quantization dimensions must be the same, found {types}"
        );
    }
    check_results(op, &infer(op)?, "c1")
}

fn verify_reduce_precision(op: &OpView) -> Result<(), Violation> {
    let exponent = op.integer("exponent_bits")?;
    ensure!(
        exponent >= 1,
        "reduce_precision_c2",
        "exponent_bits must be positive, found {exponent}"
    );
    let mantissa = op.integer("mantissa_bits")?;
    ensure!(
        mantissa >= 0,
        "reduce_precision_c3",
        "mantissa_bits must not be negative, found {mantissa}"
    );
    Ok(())
}

fn verify_convert(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    ensure!(
        compatible_dims(operand.dims(), result.dims()),
        "convert_c1",
        "operand and result must have the same shape, found {operand} and {result}"
    );
    Ok(())
}

// Tolerances may be nonzero only in the mode TOLERANCE.
fn verify_accuracy(op: &OpView) -> Result<(), Violation> {
    let Some(attribute) = op.attribute("result_accuracy") else { return Ok(()) };
    let Some(accuracy) = ResultAccuracy::from_attribute(attribute) else { return Ok(()) };
    let tolerance = |value: Option<Attribute>| {
        value
            .and_then(|value| FloatAttribute::try_from(value).ok())
            .map_or(0.0, |value| value.value())
    };
    let (atol, rtol) = (tolerance(accuracy.atol), tolerance(accuracy.rtol));
    ensure!(
        atol >= 0.0 && rtol >= 0.0 && accuracy.ulps >= 0,
        op.constraint("result_accuracy"),
        "tolerances must not be negative, found {attribute}"
    );
    let mode = accuracy.mode.and_then(ResultAccuracyMode::from_attribute);
    let given = atol > 0.0 || rtol > 0.0 || accuracy.ulps > 0;
    ensure!(
        !given || mode == Some(ResultAccuracyMode::Tolerance),
        op.constraint("result_accuracy"),
        "tolerances must be zero unless the mode is TOLERANCE, found {attribute}"
    );
    Ok(())
}

// If the widths differ, the tensor with the narrower elements has one more, innermost dimension,
// which holds the parts of a wider element.
fn verify_bitcast_convert(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let complex = [&operand, &result].map(|tensor| tensor.element_type().is_complex());
    ensure!(
        complex[0] == complex[1],
        "bitcast_convert_c2",
        "cannot convert between real and complex elements, found {operand} and {result}"
    );
    let widths = storage_width(operand.element()).zip(storage_width(result.element()));
    let Some((operand_width, result_width)) = widths else { return Ok(()) };
    let agree = if operand_width == result_width {
        compatible_dims(operand.dims(), result.dims())
    } else if operand_width > result_width {
        splits_into(operand.dims(), operand_width, result.dims(), result_width)
    } else {
        splits_into(result.dims(), result_width, operand.dims(), operand_width)
    };
    ensure!(
        agree,
        "bitcast_convert_c1",
        "shapes must be the same except for an innermost dimension with the parts of the wider \
         element, found {operand} and {result}"
    );
    Ok(())
}

fn splits_into(wide: &[Dim], wide_width: u32, narrow: &[Dim], narrow_width: u32) -> bool {
    let Some((parts, outer)) = narrow.split_last() else { return false };
    compatible_dims(wide, outer)
        && wide_width.is_multiple_of(narrow_width)
        && compatible_dim(*parts, Some(i64::from(wide_width / narrow_width)))
}
