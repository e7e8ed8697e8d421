// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ops whose result shapes depend on operands.
//!
//! The user chooses the result type. It must be compatible with the types of the operands, and with
//! their values if constants define them.

use super::{
    dimensions::{dimension, in_range, per_dimension, unique},
    results::no_rule,
    shape::{padded_dim, verify_axis_of_broadcast, verify_axis_of_reshape},
};
use crate::{
    ensure,
    op::Op,
    op_view::{InferView, OpView, constant_integers},
    shape::{Dim, TensorType, compatible_dim, compatible_dims, format_dims, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of an op whose result shape depends on operands.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloDynamicBroadcastInDim => verify_dynamic_broadcast_in_dim(op),
        Op::StablehloDynamicIota => verify_dynamic_iota(op),
        Op::StablehloDynamicPad => verify_dynamic_pad(op),
        Op::StablehloDynamicReshape => verify_dynamic_reshape(op),
        Op::StablehloRealDynamicSlice => verify_real_dynamic_slice(op),
        Op::StablehloComputeReshapeShape => {
            let (shape, result) = (op.tensor(1)?, op.result_tensor(0)?);
            ensure!(
                compatible_dims(shape.dims(), result.dims()),
                op.constraint("results"),
                "dynamic_shape and result must have the same shape, found {shape} and {result}"
            );
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Returns a violation, because the user chooses the result types of ops whose result shapes depend
/// on operands.
///
/// # Errors
/// Always returns a violation, because the result types of these ops cannot be inferred.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    Err(no_rule(op))
}

/// Checks that an operand is a vector with an element for each dimension of a tensor.
///
/// Returns the values of the operand if a constant defines them.
fn list(
    op: &InferView,
    operand: usize,
    name: &str,
    tensor: &TensorType,
    constraint: &str,
) -> Result<Option<Vec<i64>>, Violation> {
    let values = op.tensor(operand)?;
    ensure!(
        values.rank() == 1 && compatible_dim(values.dim(0), Some(tensor.rank() as i64)),
        op.constraint(constraint),
        "{name} must have one element for each of {} dimensions of {tensor}, found {values}",
        tensor.rank()
    );
    let known = constant_integers(op.operand(operand)?);
    Ok(known.filter(|known| known.len() == tensor.rank()))
}

/// Checks the dimensions of a result against the values of the operand that defines them, if these
/// values are constant.
fn verify_sizes(
    op: &OpView,
    operand: usize,
    name: &str,
    result: &TensorType,
    [count, sizes]: [&str; 2],
) -> Result<(), Violation> {
    let Some(known) = list(op, operand, name, result, count)? else { return Ok(()) };
    let known: Vec<Dim> = known.into_iter().map(Some).collect();
    ensure!(
        compatible_dims(&known, result.dims()),
        op.constraint(sizes),
        "result has type {result}, expected the shape {}, which {name} has",
        format_dims(&known)
    );
    Ok(())
}

fn verify_dynamic_broadcast_in_dim(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    ensure!(
        operand.element() == result.element()
            || (operand.is_per_axis_quantized()
                && same_baseline(operand.element(), result.element())),
        "dynamic_broadcast_in_dim_c1",
        "operand and result must have the same element type, found {operand} and {result}"
    );
    verify_sizes(op, 1, "output_dimensions", &result, ["c7", "c7"])?;
    let dimensions = op.integers("broadcast_dimensions")?;
    per_dimension(op, "broadcast_dimensions", &dimensions, operand.rank(), "c2")?;
    let dims = in_range(op, "broadcast_dimensions", &dimensions, result.rank(), "c3")?;
    unique(op, "broadcast_dimensions", &[&dims], "c4")?;
    let known = |name: &str, constraint: &str| {
        let values = op.optional_integers(name).unwrap_or_default();
        in_range(op, name, &values, operand.rank(), constraint)
    };
    let expanding = known("known_expanding_dimensions", "c9")?;
    let kept = known("known_nonexpanding_dimensions", "c10")?;
    unique(
        op,
        "known_expanding_dimensions and known_nonexpanding_dimensions",
        &[&expanding, &kept],
        "c8",
    )?;
    for (from, to) in dims.iter().enumerate() {
        let size = operand.dim(from);
        ensure!(
            size == Some(1) || compatible_dim(size, result.dim(*to)),
            "dynamic_broadcast_in_dim_c5",
            "dimension {from} of {operand} must have size 1 or the size of dimension {to} of \
             {result}"
        );
    }
    let sizes = constant_integers(op.operand(1)?).filter(|sizes| sizes.len() == result.rank());
    for (from, to) in dims.iter().enumerate().filter(|_| sizes.is_some()) {
        let (size, target) = (operand.dim(from), sizes.as_ref().and_then(|sizes| sizes.get(*to)));
        ensure!(
            size == Some(1) || compatible_dim(size, target.copied()),
            "dynamic_broadcast_in_dim_c5",
            "dimension {from} of {operand} must have size 1 or the size in entry {to} of \
             output_dimensions, {}",
            target.copied().unwrap_or_default()
        );
    }
    verify_axis_of_broadcast(op, &operand, &result, &dims)
}

fn verify_dynamic_iota(op: &OpView) -> Result<(), Violation> {
    let result = op.result_tensor(0)?;
    dimension(op, "iota_dimension", result.rank(), "c1")?;
    verify_sizes(op, 0, "output_shape", &result, ["c2", "c2"])
}

fn verify_dynamic_pad(op: &OpView) -> Result<(), Violation> {
    let (operand, padding, result) = (op.tensor(0)?, op.tensor(1)?, op.result_tensor(0)?);
    ensure!(
        padding.rank() == 0,
        "dynamic_pad_i2",
        "padding_value must be a scalar, found {padding}"
    );
    ensure!(
        same_baseline(operand.element(), padding.element())
            && same_baseline(operand.element(), result.element()),
        "dynamic_pad_c1",
        "operand, padding_value and result must have the same element type, found {operand}, \
         {padding} and {result}"
    );
    let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
    let mut lists = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        lists.push(list(op, index + 2, name, &operand, "c2")?);
    }
    if let Some(interior) = lists[2].as_ref().and_then(|list| list.iter().find(|one| **one < 0)) {
        return Err(violation!(
            "dynamic_pad_c3",
            "interior_padding must not be negative, found {interior}"
        ));
    }
    ensure!(
        operand.rank() == result.rank(),
        "dynamic_pad_c4",
        "operand and result must have the same rank, found {operand} and {result}"
    );
    let [Some(low), Some(high), Some(interior)] = lists.as_slice() else { return Ok(()) };
    for index in 0..operand.rank() {
        let expected = padded_dim(op, &operand, index, [low[index], high[index], interior[index]])?;
        ensure!(
            compatible_dim(expected, result.dim(index)),
            "dynamic_pad_c4",
            "dimension {index} of the result {result} must be {}",
            expected.unwrap_or_default()
        );
    }
    Ok(())
}

fn verify_dynamic_reshape(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    verify_sizes(op, 1, "output_shape", &result, ["c4", "c4"])?;
    let count = constant_integers(op.operand(1)?)
        .and_then(|sizes| sizes.into_iter().try_fold(1i64, i64::checked_mul));
    ensure!(
        operand.element_count().zip(count).is_none_or(|(from, to)| from == to),
        "dynamic_reshape_c2",
        "output_shape must have as many elements as {operand}, found {}",
        count.unwrap_or_default()
    );
    verify_axis_of_reshape(op, &operand, &result)
}

fn verify_real_dynamic_slice(op: &OpView) -> Result<(), Violation> {
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    ensure!(
        same_baseline(operand.element(), result.element()) && operand.rank() == result.rank(),
        op.constraint("results"),
        "operand and result must have the same rank and element type, found {operand} and {result}"
    );
    let names = ["start_indices", "limit_indices", "strides"];
    let mut lists = Vec::new();
    for (index, name) in names.into_iter().enumerate() {
        lists.push(list(op, index + 1, name, &operand, name)?);
    }
    let [Some(starts), Some(limits), Some(strides)] = lists.as_slice() else { return Ok(()) };
    for index in 0..operand.rank() {
        let (start, limit, stride) = (starts[index], limits[index], strides[index]);
        ensure!(
            stride > 0,
            op.constraint("strides"),
            "stride must be positive, found {stride} in dimension {index}"
        );
        ensure!(
            0 <= start && start <= limit && operand.dim(index).is_none_or(|size| limit <= size),
            op.constraint("limit_indices"),
            "[{start}:{limit}] must lie within dimension {index} of {operand}"
        );
        let size = (limit - start) / stride + i64::from((limit - start) % stride != 0);
        ensure!(
            compatible_dim(Some(size), result.dim(index)),
            op.constraint("results"),
            "dimension {index} of the result {result} must be {size}"
        );
    }
    Ok(())
}
