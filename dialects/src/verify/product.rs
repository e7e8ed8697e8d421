// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constraints common to matrix products and convolutions.
//!
//! Both combine two operands, lhs and rhs, in sums of products. The specification has the same
//! constraints on their precision, their quantization and the shape of the result, with different
//! numbers.

use crate::{
    ensure,
    op_view::OpView,
    shape::{Dim, TensorType, compatible_shapes, format_dims},
    violation,
    violation::Violation,
};

/// Checks the result shape of a matrix product or a convolution, but not the element type of the
/// result, which the user chooses.
pub fn check_shape(
    op: &OpView,
    dims: &[Dim],
    bounds: &[Dim],
    result: &TensorType,
    constraint: &str,
) -> Result<(), Violation> {
    let expected = TensorType::with_bounds(result.element(), dims, bounds);
    ensure!(
        compatible_shapes(&expected, result),
        op.constraint(constraint),
        "result has type {result}, expected the shape {}",
        format_dims(dims)
    );
    Ok(())
}

/// Checks that `precision_config` has at most one entry for each of the two operands.
pub fn verify_precision(op: &OpView, constraint: &str) -> Result<(), Violation> {
    let Some(config) = op.optional_array("precision_config") else { return Ok(()) };
    ensure!(
        config.len() <= 2,
        op.constraint(constraint),
        "precision_config must have an entry for each operand at most, found {}",
        config.len()
    );
    Ok(())
}

/// The specification's numbers, such as `c1`, of the quantization constraints that are common to
/// products and convolutions.
pub struct QuantizationConstraints {
    /// The number of the constraint on the combination of quantized operands and result.
    pub kinds: &'static str,
    /// The number of the constraint that the storage types are equal.
    pub storage: &'static str,
    /// The number of the constraint that the expressed types are equal.
    pub expressed: &'static str,
    /// The number of the constraint that the result is quantized per tensor if rhs is.
    pub granularity: &'static str,
    /// The number of the constraint on element types if only rhs is quantized.
    pub hybrid: &'static str,
}

/// Checks the element types of lhs, rhs and the result if any of them is quantized.
pub fn verify_quantization(
    op: &OpView,
    lhs: &TensorType,
    rhs: &TensorType,
    result: &TensorType,
    constraints: &QuantizationConstraints,
) -> Result<(), Violation> {
    let quantized = [lhs.quantized(), rhs.quantized(), result.quantized()];
    if quantized.iter().all(Option::is_none) {
        return Ok(());
    }
    let types = format!("{lhs}, {rhs} and {result}");
    let (left, Some(right), product) = (&quantized[0], &quantized[1], &quantized[2]) else {
        return Err(violation!(
            op.constraint(constraints.kinds),
            "rhs must be quantized if lhs or the result is, found {types}"
        ));
    };
    match (left, product) {
        (Some(left), Some(product)) => {
            ensure!(
                left.storage == right.storage,
                op.constraint(constraints.storage),
                "lhs and rhs must have the same storage type, found {types}"
            );
            ensure!(
                left.expressed == right.expressed && left.expressed == product.expressed,
                op.constraint(constraints.expressed),
                "expressed types must be the same, found {types}"
            );
            ensure!(
                right.is_per_axis() || !product.is_per_axis(),
                op.constraint(constraints.granularity),
                "the result must be quantized per tensor as rhs is, found {types}"
            );
            Ok(())
        }
        (None, None) => {
            ensure!(
                lhs.element() == right.expressed && lhs.element() == result.element(),
                op.constraint(constraints.hybrid),
                "lhs and result must have the expressed type of rhs, found {types}"
            );
            Ok(())
        }
        _ => Err(violation!(
            op.constraint(constraints.kinds),
            "lhs and result must both be quantized or neither, found {types}"
        )),
    }
}
