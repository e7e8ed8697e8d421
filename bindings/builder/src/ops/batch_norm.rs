// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Batch normalization.

use super::check::{index, same_elements};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::{Type, is_float};
use crate::value::Value;
use hloom_values::Shape;

/// Checks the operands of a batch normalization, and returns the shape of the first operand, the
/// tensor to normalize. The other operands are vectors with one element for each feature. `vectors`
/// contains the names of these operands. `constraint` returns the number of the constraint on each
/// of them, by its position in `vectors`.
fn verify(
    emit: &Emit<'_, '_>,
    feature_index: usize,
    vectors: &[&str],
    constraint: impl Fn(usize) -> String,
) -> Result<Shape> {
    let operand = emit.elements(0, "floats", is_float)?;
    index(emit, "feature_index", feature_index, operand.rank(), "c1")?;
    for (position, name) in vectors.iter().enumerate() {
        let vector = emit.shape(position + 1)?;
        same_elements(emit, "operands", &operand, &vector, "c2")?;
        ensure!(
            emit,
            vector.dims == [operand.dims[feature_index]],
            &constraint(position),
            "{name} must have one element for each of dimension {feature_index} of {operand}, \
             found {vector}"
        );
    }
    Ok(operand)
}

fn finish<'p>(
    emit: Emit<'p, '_>,
    operand: Shape,
    epsilon: f32,
    feature_index: usize,
    has_vectors: bool,
) -> Result<Vec<Value<'p>>> {
    let vector: Type = Shape::new(operand.element_type, [operand.dims[feature_index]]).into();
    let operand: Type = operand.into();
    let all = [operand, vector.clone(), vector];
    let emit = emit.with(move |attributes| {
        attributes.float("epsilon", epsilon);
        attributes.integer("feature_index", feature_index as i64);
    });
    emit.finish(if has_vectors { &all } else { &all[..1] })
}

impl<'p> Value<'p> {
    /// Returns `scale * (self - mean) / sqrt(variance + epsilon) + offset`, and the mean and the
    /// variance of this tensor over all dimensions except `feature_index`. The scale, the offset, the
    /// mean and the variance have one element for each index of dimension `feature_index`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `batch_norm_training`.
    #[track_caller]
    pub fn batch_norm_training(
        self,
        scale: Value<'p>,
        offset: Value<'p>,
        epsilon: f32,
        feature_index: usize,
    ) -> Result<(Self, Self, Self)> {
        let emit = Emit::new("stablehlo.batch_norm_training", &[self, scale, offset])?;
        let operand =
            verify(&emit, feature_index, &["scale", "offset"], |at| format!("c{}", at + 3))?;
        let results = finish(emit, operand, epsilon, feature_index, true)?;
        Ok((results[0], results[1], results[2]))
    }

    /// Returns `scale * (self - mean) / sqrt(variance + epsilon) + offset`. The scale, the offset,
    /// the mean and the variance have one element for each index of dimension `feature_index`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `batch_norm_inference`.
    #[track_caller]
    pub fn batch_norm_inference(
        self,
        scale: Value<'p>,
        offset: Value<'p>,
        mean: Value<'p>,
        variance: Value<'p>,
        epsilon: f32,
        feature_index: usize,
    ) -> Result<Self> {
        let operands = [self, scale, offset, mean, variance];
        let emit = Emit::new("stablehlo.batch_norm_inference", &operands)?;
        let names = ["scale", "offset", "mean", "variance"];
        let operand = verify(&emit, feature_index, &names, |at| format!("c{}", at + 3))?;
        Ok(finish(emit, operand, epsilon, feature_index, false)?[0])
    }

    /// Returns the gradients of the normalized tensor of [`Value::batch_norm_training`] with respect
    /// to the operand, the scale and the offset. `grad_output` is the gradient of the loss with
    /// respect to the normalized tensor.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `batch_norm_grad`.
    #[track_caller]
    pub fn batch_norm_grad(
        self,
        scale: Value<'p>,
        mean: Value<'p>,
        variance: Value<'p>,
        grad_output: Value<'p>,
        epsilon: f32,
        feature_index: usize,
    ) -> Result<(Self, Self, Self)> {
        let operands = [self, scale, mean, variance, grad_output];
        let emit = Emit::new("stablehlo.batch_norm_grad", &operands)?;
        let names = ["scale", "mean", "variance"];
        let operand = verify(&emit, feature_index, &names, |_| "c5".to_owned())?;
        let gradient = emit.shape(4)?;
        same_elements(&emit, "operands", &operand, &gradient, "c2")?;
        ensure!(
            emit,
            gradient.dims == operand.dims,
            "c3",
            "operand and grad_output must have the same shape, found {operand} and {gradient}"
        );
        let results = finish(emit, operand, epsilon, feature_index, true)?;
        Ok((results[0], results[1], results[2]))
    }
}
