// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of data movement ops, which place elements without computing
//! with them.

use super::{
    dimensions::{dimension, in_range, unique},
    results::{check_results, no_rule},
};
use crate::{
    ensure,
    op::Op,
    op_view::{InferView, OpView, constant_integers},
    quantized::Quantized,
    shape::{Dim, TensorType, compatible_dim, compatible_dims, compatible_shapes, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::{
    AttributeLike, Type, ValueLike,
    r#type::{IntegerType, TupleType},
};
use std::ops::Range;

/// Checks the constraints of a data movement op.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloBroadcastInDim => verify_broadcast_in_dim(op),
        Op::StablehloConstant => verify_constant(op),
        Op::StablehloIota => verify_iota(op),
        Op::StablehloReshape => verify_reshape(op),
        Op::StablehloReverse => {
            verify_reverse(op)?;
            check_results(op, &infer(op)?, "c1")
        }
        Op::StablehloTranspose => verify_transpose(op),
        Op::StablehloConcatenate => check_results(op, &infer(op)?, "c6"),
        Op::StablehloSlice => check_results(op, &infer(op)?, "c5"),
        Op::StablehloPad => check_results(op, &infer(op)?, "c4"),
        Op::StablehloGetTupleElement => check_results(op, &infer(op)?, "c2"),
        _ => check_results(op, &infer(op)?, "c1"),
    }
}

/// Infers the result types of a data movement op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let result = match op.op() {
        Op::StablehloBroadcast => infer_broadcast(op)?,
        Op::StablehloConcatenate => infer_concatenate(op)?,
        Op::StablehloConstant => op.required("value")?.r#type(),
        Op::StablehloGetDimensionSize => {
            dimension(op, "dimension", op.tensor(0)?.rank(), "c1")?;
            TensorType::new(IntegerType::new(op.context(), 32).into(), &[]).ty()
        }
        Op::StablehloGetTupleElement => infer_get_tuple_element(op)?,
        Op::StablehloPad => infer_pad(op)?,
        Op::StablehloReverse => op.operand(0)?.r#type(),
        Op::StablehloSetDimensionSize => infer_set_dimension_size(op)?,
        Op::StablehloSlice => infer_slice(op)?,
        Op::StablehloTranspose => infer_transpose(op)?,
        Op::StablehloTuple => TupleType::new(op.context(), &op.operand_types()).into(),
        _ => return Err(no_rule(op)),
    };
    Ok(vec![result])
}

// --- broadcasts -------------------------------------------------------------

// The result has the dimensions `broadcast_sizes`, followed by those of the operand.
fn infer_broadcast<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let operand = op.tensor(0)?;
    let sizes = op.integers("broadcast_sizes")?;
    if let Some(size) = sizes.iter().find(|size| **size < 0) {
        return Err(violation!(
            "broadcast_i2",
            "broadcast_sizes must not be negative, found {size}"
        ));
    }
    let dims: Vec<Dim> =
        sizes.into_iter().map(Some).chain(operand.dims().iter().copied()).collect();
    let bounds: Vec<Dim> = (0..dims.len())
        .map(|index| (index + operand.rank()).checked_sub(dims.len()))
        .map(|index| operand.bound(index?))
        .collect();
    Ok(TensorType::with_bounds(operand.element(), &dims, &bounds).ty())
}

fn verify_broadcast_in_dim(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let dimensions = op.integers("broadcast_dimensions")?;
    // C1, without the parameters that may differ between per-axis quantized elements.
    ensure!(
        operand.element() == result.element()
            || (operand.is_per_axis_quantized()
                && same_baseline(operand.element(), result.element())),
        "broadcast_in_dim_c1",
        "operand and result must have the same element type, found {operand} and {result}"
    );
    ensure!(
        dimensions.len() == operand.rank(),
        "broadcast_in_dim_c2",
        "broadcast_dimensions must have one entry for each of {} dimensions of {operand}, found {}",
        operand.rank(),
        dimensions.len()
    );
    let dims = in_range(op, "broadcast_dimensions", &dimensions, result.rank(), "c3")?;
    unique(op, "broadcast_dimensions", &[&dims], "c4")?;
    for (from, to) in dims.iter().enumerate() {
        let size = operand.dim(from);
        ensure!(
            size == Some(1) || compatible_dim(size, result.dim(*to)),
            "broadcast_in_dim_c5",
            "dimension {from} of {operand} must have size 1 or the size of dimension {to} of \
             {result}"
        );
    }
    verify_axis_of_broadcast(op, &operand, &result, &dims)
}

/// Checks the quantization dimension of a broadcast (C6).
///
/// The quantization dimension of the operand must be broadcast to the quantization dimension of the
/// result. If this dimension has size 1 in the operand, all scales and zero points of the result
/// must equal the single scale and zero point of the operand.
pub fn verify_axis_of_broadcast(
    op: &OpView,
    operand: &TensorType,
    result: &TensorType,
    dims: &[usize],
) -> Result<(), Violation> {
    let Some(to) = result.quantized().filter(Quantized::is_per_axis) else { return Ok(()) };
    let wrong = |what: &str| {
        Err(violation!(op.constraint("c6"), "{what} do not agree in {operand} and {result}"))
    };
    let Some(from) = operand.quantized().filter(Quantized::is_per_axis) else {
        return wrong("quantization dimensions");
    };
    let axis = from.axis.and_then(|axis| usize::try_from(axis).ok());
    let moved = axis.and_then(|axis| dims.get(axis)).copied();
    if moved.is_none() || moved != to.axis.and_then(|axis| usize::try_from(axis).ok()) {
        return wrong("quantization dimensions");
    }
    let repeats = axis.and_then(|axis| operand.dim(axis)) == Some(1);
    if repeats {
        let same =
            from.scales.first().is_some_and(|scale| to.scales.iter().all(|one| one == scale))
                && from
                    .zero_points
                    .first()
                    .is_some_and(|zero| to.zero_points.iter().all(|one| one == zero));
        if !same {
            return wrong("scales and zero points");
        }
    }
    Ok(())
}

// --- constants --------------------------------------------------------------

fn verify_constant(op: &OpView) -> Result<(), Violation> {
    let value = op.required("value")?.r#type();
    let output = op.result_type(0)?;
    if value == output {
        return Ok(());
    }
    // The value of a quantized constant has the storage type.
    let stored = TensorType::from_type(output)
        .and_then(|tensor| Some(tensor.with_element(tensor.quantized()?.storage).ty()));
    ensure!(
        stored == Some(value),
        "constant_c1",
        "value and output must have the same type, found {value} and {output}"
    );
    Ok(())
}

fn verify_iota(op: &OpView) -> Result<(), Violation> {
    let output = op.result_tensor(0)?;
    ensure!(
        output.rank() > 0,
        "iota_c1",
        "output must have a dimension to count along, found {output}"
    );
    dimension(op, "iota_dimension", output.rank(), "c1")?;
    Ok(())
}

// --- concatenate ------------------------------------------------------------

fn infer_concatenate<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let inputs = op.tensors()?;
    let Some(first) = inputs.first() else {
        return Err(violation!("concatenate_c3", "has no inputs"));
    };
    let dim = dimension(op, "dimension", first.rank(), "c4")?;
    let mut dims = first.dims().to_vec();
    let mut bounds: Vec<Dim> = (0..first.rank()).map(|index| first.bound(index)).collect();
    let mut total = Some(0i64);
    let mut total_bound = Some(0i64);
    for input in &inputs {
        ensure!(
            same_baseline(first.element(), input.element()),
            "concatenate_c1",
            "inputs must have the same element type, found {first} and {input}"
        );
        let elsewhere = |dims: &[Dim]| [&dims[..dim], &dims[(dim + 1).min(dims.len())..]].concat();
        ensure!(
            input.rank() == first.rank()
                && compatible_dims(&elsewhere(&dims), &elsewhere(input.dims())),
            "concatenate_c2",
            "inputs must have the same shape except in dimension {dim}, found {first} and {input}"
        );
        for index in 0..dims.len() {
            dims[index] = dims[index].or(input.dim(index));
            bounds[index] = [bounds[index], input.bound(index)].into_iter().flatten().min();
        }
        let add = |sum: Dim, size: Dim| sum?.checked_add(size?);
        total = add(total, input.dim(dim));
        total_bound = add(total_bound, input.dim(dim).or(input.bound(dim)));
    }
    dims[dim] = total;
    bounds[dim] = total_bound;
    Ok(TensorType::with_bounds(first.element(), &dims, &bounds).ty())
}

// --- pad --------------------------------------------------------------------

fn infer_pad<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let (operand, padding) = (op.tensor(0)?, op.tensor(1)?);
    ensure!(padding.rank() == 0, "pad_i2", "padding_value must be a scalar, found {padding}");
    ensure!(
        same_baseline(operand.element(), padding.element()),
        "pad_c1",
        "operand and padding_value must have the same element type, found {operand} and {padding}"
    );
    let mut paddings = Vec::new();
    for name in ["edge_padding_low", "edge_padding_high", "interior_padding"] {
        let values = op.integers(name)?;
        ensure!(
            values.len() == operand.rank(),
            "pad_c2",
            "{name} must have one entry for each of {} dimensions of {operand}, found {}",
            operand.rank(),
            values.len()
        );
        paddings.push(values);
    }
    if let Some(interior) = paddings[2].iter().find(|interior| **interior < 0) {
        return Err(violation!(
            "pad_c3",
            "interior_padding must not be negative, found {interior}"
        ));
    }
    let mut dims = Vec::new();
    let mut bounds = Vec::new();
    let [low, high, interior] = &paddings[..] else {
        return Err(violation!("pad_c2", "has no padding"));
    };
    for (index, ((low, high), interior)) in low.iter().zip(high).zip(interior).enumerate() {
        let entry = [*low, *high, *interior];
        dims.push(padded_dim(op, &operand, index, entry)?);
        bounds.push(padded_size(op, &operand, index, operand.bound(index), entry)?);
    }
    Ok(TensorType::with_bounds(operand.element(), &dims, &bounds).ty())
}

/// Returns the size of the operand's dimension `index` after padding. `padding` contains the
/// numbers of elements to add before, after and between the elements.
pub fn padded_dim(
    op: &InferView,
    operand: &TensorType,
    index: usize,
    padding: [i64; 3],
) -> Result<Dim, Violation> {
    padded_size(op, operand, index, operand.dim(index), padding)
}

fn padded_size(
    op: &InferView,
    operand: &TensorType,
    index: usize,
    size: Dim,
    [low, high, interior]: [i64; 3],
) -> Result<Dim, Violation> {
    let Some(size) = size else { return Ok(None) };
    let padded = interior
        .checked_mul((size - 1).max(0))
        .and_then(|between| between.checked_add(size)?.checked_add(low)?.checked_add(high))
        .filter(|padded| *padded >= 0);
    if padded.is_none() {
        return Err(violation!(
            op.constraint("c4"),
            "padding gives dimension {index} of {operand} a negative or too large size"
        ));
    }
    Ok(padded)
}

// --- reshape, reverse, transpose --------------------------------------------

fn verify_reshape(op: &OpView) -> Result<(), Violation> {
    verify_axis_of_reshape(op, &op.tensor(0)?, &op.result_tensor(0)?)
}

/// Checks the constraints of a reshape (C1 to C3).
///
/// The element type and the number of elements must not change. The quantization dimension must
/// keep its size and its position in row-major order.
pub fn verify_axis_of_reshape(
    op: &OpView,
    operand: &TensorType,
    result: &TensorType,
) -> Result<(), Violation> {
    ensure!(
        operand.element() == result.element()
            || (operand.is_per_axis_quantized() && same_baseline_scales(operand, result)),
        op.constraint("c1"),
        "operand and result must have the same element type, found {operand} and {result}"
    );
    let counts = operand.element_count().zip(result.element_count());
    ensure!(
        counts.is_none_or(|(from, to)| from == to),
        op.constraint("c2"),
        "operand and result must have the same number of elements, found {operand} and {result}"
    );
    // C3: the axis keeps its size, and the products of the sizes before and after it stay equal.
    let axis = |tensor: &TensorType| {
        let axis = usize::try_from(tensor.quantized()?.axis?).ok()?;
        (axis < tensor.rank()).then_some(axis)
    };
    if let Some((from, to)) = axis(operand).zip(axis(result)) {
        let product = |tensor: &TensorType, range: Range<usize>| {
            tensor.dims()[range].iter().try_fold(1i64, |product, dim| product.checked_mul((*dim)?))
        };
        let same = |one: Dim, other: Dim| compatible_dim(one, other);
        ensure!(
            same(operand.dim(from), result.dim(to))
                && same(product(operand, 0..from), product(result, 0..to))
                && same(
                    product(operand, from + 1..operand.rank()),
                    product(result, to + 1..result.rank())
                ),
            op.constraint("c3"),
            "the quantization dimension must keep its size and its position in row-major order, \
             found {operand} and {result}"
        );
    }
    Ok(())
}

/// Returns true if the quantized element types of two tensors differ at most in the quantization
/// dimension.
fn same_baseline_scales(one: &TensorType, other: &TensorType) -> bool {
    one.quantized().zip(other.quantized()).is_some_and(|(one, other)| {
        one.same_storage(&other)
            && one.expressed == other.expressed
            && one.is_per_axis() == other.is_per_axis()
            && one.scales == other.scales
            && one.zero_points == other.zero_points
    })
}

fn verify_reverse(op: &OpView) -> Result<(), Violation> {
    let rank = op.tensor(0)?.rank();
    let dims = in_range(op, "dimensions", &op.integers("dimensions")?, rank, "c3")?;
    unique(op, "dimensions", &[&dims], "c2")
}

fn infer_transpose<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let operand = op.tensor(0)?;
    let permutation = permutation(op, &operand)?;
    let dims: Vec<Dim> = permutation.iter().map(|from| operand.dim(*from)).collect();
    let bounds: Vec<Dim> = permutation.iter().map(|from| operand.bound(*from)).collect();
    Ok(TensorType::with_bounds(operand.element(), &dims, &bounds).ty())
}

fn permutation(op: &InferView, operand: &TensorType) -> Result<Vec<usize>, Violation> {
    let values = op.integers("permutation")?;
    let mut sorted = values.clone();
    sorted.sort_unstable();
    ensure!(
        sorted.iter().copied().eq(0..operand.rank() as i64),
        "transpose_c2",
        "permutation must list each of the {} dimensions of {operand} once, found {values:?}",
        operand.rank()
    );
    Ok(values.into_iter().map(|value| value as usize).collect())
}

fn verify_transpose(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let inferred = infer_transpose(op)?;
    let shape = TensorType::from_type(inferred).map(|tensor| tensor.with_element(result.element()));
    ensure!(
        shape.is_some_and(|shape| compatible_shapes(&shape, &result)),
        "transpose_c3",
        "result has type {result}, expected {inferred}"
    );
    ensure!(
        operand.element() == result.element() || same_baseline_scales(&operand, &result),
        "transpose_c1",
        "operand and result must have the same element type, found {operand} and {result}"
    );
    let axis = |tensor: &TensorType| usize::try_from(tensor.quantized()?.axis?).ok();
    if let Some((from, to)) = axis(&operand).zip(axis(&result)) {
        ensure!(
            permutation(op, &operand)?.get(to) == Some(&from),
            "transpose_c4",
            "the quantization dimension must move with its dimension, found {operand} and {result}"
        );
    }
    Ok(())
}

// --- slice ------------------------------------------------------------------

fn infer_slice<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let operand = op.tensor(0)?;
    let lists = ["start_indices", "limit_indices", "strides"];
    let mut values = Vec::new();
    for name in lists {
        let list = op.integers(name)?;
        ensure!(
            list.len() == operand.rank(),
            "slice_c2",
            "{name} must have one entry for each of {} dimensions of {operand}, found {}",
            operand.rank(),
            list.len()
        );
        values.push(list);
    }
    let mut dims = Vec::new();
    let [starts, limits, strides] = &values[..] else {
        return Err(violation!("slice_c2", "has no indices"));
    };
    for (index, ((start, limit), stride)) in starts.iter().zip(limits).zip(strides).enumerate() {
        let (start, limit, stride) = (*start, *limit, *stride);
        ensure!(
            stride > 0,
            "slice_c4",
            "stride must be positive, found {stride} in dimension {index}"
        );
        let size = operand.dim(index).or(operand.bound(index));
        ensure!(
            0 <= start && start <= limit && size.is_none_or(|size| limit <= size),
            "slice_c3",
            "[{start}:{limit}] must lie within dimension {index} of {operand}"
        );
        let length = limit - start;
        dims.push(Some(length / stride + i64::from(length % stride != 0)));
    }
    Ok(TensorType::new(operand.element(), &dims).ty())
}

// --- tuples and sizes -------------------------------------------------------

fn infer_get_tuple_element<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let operand = op.operand(0)?.r#type();
    let tuple = TupleType::try_from(operand).map_err(|_| {
        violation!("get_tuple_element_i1", "operand must be a tuple, found {operand}")
    })?;
    let index = dimension(op, "index", tuple.type_count(), "c1")?;
    tuple.r#type(index).map_err(|error| violation!("get_tuple_element_c1", "{error}"))
}

// The dimension becomes dynamic, and its previous size becomes its bound. It stays static if the
// new size is a constant equal to the previous size.
fn infer_set_dimension_size<'c>(op: &InferView<'c, '_>) -> Result<Type<'c>, Violation> {
    let operand = op.tensor(0)?;
    let dim = dimension(op, "dimension", operand.rank(), "c1")?;
    let size = op.operand(1)?;
    let sizes = op.tensor(1)?;
    ensure!(sizes.rank() == 0, "set_dimension_size_i2", "size must be a scalar, found {sizes}");
    let mut dims = operand.dims().to_vec();
    let mut bounds: Vec<Dim> = (0..operand.rank()).map(|index| operand.bound(index)).collect();
    if dims[dim].is_none()
        || constant_integers(size).as_deref() != dims[dim].as_ref().map(std::slice::from_ref)
    {
        bounds[dim] = dims[dim].or(bounds[dim]);
        dims[dim] = None;
    }
    Ok(TensorType::with_bounds(operand.element(), &dims, &bounds).ty())
}
