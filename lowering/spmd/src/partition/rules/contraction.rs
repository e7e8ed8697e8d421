// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sharding rules of contractions, convolutions, and operations on batches of matrices.

use super::factors::Rule;
use super::shape::{dims, operand, result};
use crate::partition::halo::windows;
use hloom_dialects::attributes::stablehlo::{ConvDimensionNumbers, DotDimensionNumbers};
use hloom_dialects::op_view::OpView;

/// Returns the sharding rule of `dot_general`. Contracting dimensions are reduced by a sum.
pub fn dot_general(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let numbers: DotDimensionNumbers = op.typed("dot_dimension_numbers").ok()?;
    let (lhs, rhs) = (operand(op, 0)?, operand(op, 1)?);
    let batching = [&numbers.lhs_batching_dimensions, &numbers.rhs_batching_dimensions];
    let contracting = [&numbers.lhs_contracting_dimensions, &numbers.rhs_contracting_dimensions];
    let [lhs_batching, rhs_batching] = [dims(batching[0])?, dims(batching[1])?];
    let [lhs_contracting, rhs_contracting] = [dims(contracting[0])?, dims(contracting[1])?];
    let mut place = 0;
    for (left, right) in lhs_batching.iter().zip(&rhs_batching) {
        rule.link(lhs[*left], &[(0, *left), (1, *right)], &[(0, place)]);
        place += 1;
    }
    let sides = [(&lhs, &lhs_batching, &lhs_contracting), (&rhs, &rhs_batching, &rhs_contracting)];
    for (side, (shape, batching, contracting)) in sides.into_iter().enumerate() {
        for (dim, size) in shape.iter().enumerate() {
            if !batching.contains(&dim) && !contracting.contains(&dim) {
                rule.link(*size, &[(side, dim)], &[(0, place)]);
                place += 1;
            }
        }
    }
    for (left, right) in lhs_contracting.iter().zip(&rhs_contracting) {
        rule.link(lhs[*left], &[(0, *left), (1, *right)], &[]);
    }
    rule.combine = Some("stablehlo.add");
    Some(rule)
}

/// Returns the sharding rule of the deprecated operation `dot`: a product of vectors and matrices.
pub fn dot(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let (lhs, rhs) = (operand(op, 0)?, operand(op, 1)?);
    let contracted = lhs.len().checked_sub(1)?;
    if contracted > 0 {
        rule.link(lhs[0], &[(0, 0)], &[(0, 0)]);
    }
    if let Some(columns) = rhs.get(1) {
        rule.link(*columns, &[(1, 1)], &[(0, contracted)]);
    }
    rule.link(lhs[contracted], &[(0, contracted), (1, 0)], &[]);
    rule.combine = Some("stablehlo.add");
    Some(rule)
}

/// Returns the sharding rule of `convolution`. It has factors for the batch, for dimensions of the
/// window and, if there are no
/// feature groups, for the output and input features. Returns `None` if there are batch groups.
pub fn convolution(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let numbers: ConvDimensionNumbers = op.typed("dimension_numbers").ok()?;
    let (lhs, rhs) = (operand(op, 0)?, operand(op, 1)?);
    let dim = |dim: i64| usize::try_from(dim).ok();
    let (batch, output_batch) =
        (dim(numbers.input_batch_dimension)?, dim(numbers.output_batch_dimension)?);
    let (feature, kernel_feature) =
        (dim(numbers.input_feature_dimension)?, dim(numbers.kernel_input_feature_dimension)?);
    let (kernel_output, output) =
        (dim(numbers.kernel_output_feature_dimension)?, dim(numbers.output_feature_dimension)?);
    let groups = |name| op.optional_integer(name).unwrap_or(1);
    if groups("batch_group_count") != 1 {
        return None;
    }
    rule.link(lhs[batch], &[(0, batch)], &[(0, output_batch)]);
    for window in windows(op)? {
        rule.link_window(&window, [1, 1]);
    }
    if groups("feature_group_count") == 1 {
        rule.link(rhs[kernel_output], &[(1, kernel_output)], &[(0, output)]);
        rule.link(lhs[feature], &[(0, feature), (1, kernel_feature)], &[]);
        rule.combine = Some("stablehlo.add");
    }
    Some(rule)
}

/// Returns the sharding rule of an operation that needs the last `last` dimensions as a whole.
pub fn batched(op: &OpView, last: usize) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let shape = result(op, 0)?;
    for (dim, size) in shape.iter().enumerate().take(shape.len().checked_sub(last)?) {
        rule.link(*size, &[(0, dim)], &[(0, dim)]);
    }
    let from = operand(op, 0)?;
    for (dim, size) in shape.iter().enumerate().skip(shape.len() - last) {
        if from[dim] == *size {
            rule.link_whole(*size, &[(0, dim)], &[(0, dim)]);
        }
    }
    Some(rule)
}

/// Returns the sharding rule of `triangular_solve`. It has factors for the batch dimensions, and for
/// the dimension of the independent systems: the columns of the right-hand side, or its rows if the
/// unknown is on the left.
pub fn triangular_solve(op: &OpView) -> Option<Rule> {
    let mut rule = Rule::of(op);
    let shape = result(op, 0)?;
    let batch = shape.len().checked_sub(2)?;
    for (dim, size) in shape.iter().enumerate().take(batch) {
        rule.link(*size, &[(0, dim), (1, dim)], &[(0, dim)]);
    }
    let systems = if op.optional_boolean("left_side")? { batch + 1 } else { batch };
    rule.link(shape[systems], &[(1, systems)], &[(0, systems)]);
    let unknowns = if systems == batch { batch + 1 } else { batch };
    rule.link_whole(shape[unknowns], &[(1, unknowns)], &[(0, unknowns)]);
    Some(rule)
}
