// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Batch normalization as elementwise operations and sums, step by step as the
//! specification has it (sections "batch_norm_grad", "batch_norm_inference",
//! "batch_norm_training").

use super::Rule;
use crate::hlo::build::Hlo;
use crate::hlo::simplify::matching::{Match, one};
use crate::hlo_to_linalg::attributes;
use crate::ir::{self, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::FloatAttribute;

pub const RULES: &[(&str, Rule)] = &[
    ("batch_norm_grad", batch_norm_grad),
    ("batch_norm_inference", batch_norm_inference),
    ("batch_norm_training", batch_norm_training),
];

/// `scale * (x - mean) / sqrt(variance + epsilon) + offset`
fn batch_norm_inference<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, offset, mean, variance] = found.operands[..] else { return None };
    let norm = Norm::of(found)?;
    one(norm.normalized(x, scale, offset, mean, variance))
}

/// The same by the mean and variance of `x` itself, and these
fn batch_norm_training<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, offset] = found.operands[..] else { return None };
    let norm = Norm::of(found)?;
    let mean = norm.mean(x);
    let centered = norm.hlo.binary("subtract", x, norm.spread(mean));
    let variance = norm.mean(norm.hlo.binary("multiply", centered, centered));
    Some(vec![norm.normalized(x, scale, offset, mean, variance), mean, variance])
}

/// The gradients of `x`, `scale` and `offset`
fn batch_norm_grad<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, mean, variance, gradient] = found.operands[..] else { return None };
    let norm = Norm::of(found)?;
    let hlo = norm.hlo;
    let centered = hlo.binary("subtract", x, norm.spread(mean));
    let shifted = norm.shifted(variance);
    let deviation = norm.spread(hlo.unary("sqrt", shifted));
    let normal = hlo.binary("divide", centered, deviation);
    let count = hlo.float(norm.count as f64, x.r#type());
    let offset = norm.sum(gradient);
    let projection = norm.sum(hlo.binary("multiply", gradient, centered));
    let projected = hlo.binary("multiply", norm.spread(projection), centered);
    let projected = hlo.binary("divide", projected, norm.spread(shifted));
    let whole = hlo.binary("multiply", gradient, count);
    let rest = hlo.binary("subtract", whole, norm.spread(offset));
    let rest = hlo.binary("subtract", rest, projected);
    let factor = hlo.binary("divide", norm.spread(scale), deviation);
    let factor = hlo.binary("divide", factor, count);
    let scale = norm.sum(hlo.binary("multiply", gradient, normal));
    Some(vec![hlo.binary("multiply", factor, rest), scale, offset])
}

/// What the operations have in common.
struct Norm<'a> {
    hlo: Hlo<'a>,
    shape: Vec<i64>,
    feature: i64,
    epsilon: f64,
    /// The elements of each feature.
    count: i64,
}

impl<'a> Norm<'a> {
    fn of(found: &Match<'a>) -> Option<Self> {
        if !found.is_float() {
            return None;
        }
        let shape = found.shape.clone();
        let feature = attributes::integer(found.op, "feature_index").ok()?;
        let epsilon = FloatAttribute::try_from(found.attribute("epsilon")?).ok()?.value();
        let others = shape.iter().enumerate().filter(|(dim, _)| *dim as i64 != feature);
        let count = others.map(|(_, size)| size).product();
        Some(Self { hlo: found.hlo, shape, feature, epsilon, count })
    }

    /// A value of each feature, for every element.
    fn spread(&self, value: Value<'a>) -> Value<'a> {
        self.hlo.broadcast(value, &[self.feature], &self.shape)
    }

    /// The sum of each feature.
    fn sum(&self, x: Value<'a>) -> Value<'a> {
        let dims: Vec<_> =
            (0..self.shape.len() as i64).filter(|dim| *dim != self.feature).collect();
        let zero = self.hlo.zeros(ir::tensor(&[], ir::element_of(x.r#type())));
        self.hlo.reduce(x, zero, &dims, "add")
    }

    fn mean(&self, x: Value<'a>) -> Value<'a> {
        let sum = self.sum(x);
        self.hlo.binary("divide", sum, self.hlo.float(self.count as f64, sum.r#type()))
    }

    /// `variance + epsilon`
    fn shifted(&self, variance: Value<'a>) -> Value<'a> {
        self.hlo.binary("add", variance, self.hlo.float(self.epsilon, variance.r#type()))
    }

    fn normalized(
        &self,
        x: Value<'a>,
        scale: Value<'a>,
        offset: Value<'a>,
        mean: Value<'a>,
        variance: Value<'a>,
    ) -> Value<'a> {
        let hlo = self.hlo;
        let deviation = hlo.unary("sqrt", self.shifted(variance));
        let centered = hlo.binary("subtract", x, self.spread(mean));
        let normal = hlo.binary("divide", centered, self.spread(deviation));
        let scaled = hlo.binary("multiply", self.spread(scale), normal);
        hlo.binary("add", scaled, self.spread(offset))
    }
}
