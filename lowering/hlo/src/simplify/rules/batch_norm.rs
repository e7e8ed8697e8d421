// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules that expand batch normalization to elementwise operations and sums, step by
//! step as in the specification (sections "batch_norm_grad", "batch_norm_inference",
//! "batch_norm_training").

use crate::build::Hlo;
use crate::simplify::matching::{Match, one};
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::attributes;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;
use melior::ir::attribute::FloatAttribute;

pub const RULES: &[(Kind, Rule)] = &[
    (Kind::StablehloBatchNormGrad, batch_norm_grad),
    (Kind::StablehloBatchNormInference, batch_norm_inference),
    (Kind::StablehloBatchNormTraining, batch_norm_training),
];

/// `scale * (x - mean) / sqrt(variance + epsilon) + offset`
fn batch_norm_inference<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, offset, mean, variance] = found.operands[..] else { return None };
    let norm = Norm::of(found)?;
    one(norm.normalized(x, scale, offset, mean, variance))
}

/// `scale * (x - mean) / sqrt(variance + epsilon) + offset`, where `mean` and `variance` are computed
/// from `x` for each feature, and are further results
fn batch_norm_training<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, offset] = found.operands[..] else { return None };
    let norm = Norm::of(found)?;
    let mean = norm.mean(x);
    let centered = norm.hlo.binary("subtract", x, norm.broadcast(mean));
    let variance = norm.mean(norm.hlo.binary("multiply", centered, centered));
    Some(vec![norm.normalized(x, scale, offset, mean, variance), mean, variance])
}

/// Gradients with respect to `x`, `scale` and `offset` of a batch normalization in training.
fn batch_norm_grad<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, mean, variance, gradient] = found.operands[..] else { return None };
    let norm = Norm::of(found)?;
    let hlo = norm.hlo;
    let centered = hlo.binary("subtract", x, norm.broadcast(mean));
    let shifted = norm.shifted(variance);
    let deviation = norm.broadcast(hlo.unary("sqrt", shifted));
    let normal = hlo.binary("divide", centered, deviation);
    let count = hlo.float(norm.count as f64, x.r#type());
    let offset = norm.sum(gradient);
    let projection = norm.sum(hlo.binary("multiply", gradient, centered));
    let projected = hlo.binary("multiply", norm.broadcast(projection), centered);
    let projected = hlo.binary("divide", projected, norm.broadcast(shifted));
    let whole = hlo.binary("multiply", gradient, count);
    let rest = hlo.binary("subtract", whole, norm.broadcast(offset));
    let rest = hlo.binary("subtract", rest, projected);
    let factor = hlo.binary("divide", norm.broadcast(scale), deviation);
    let factor = hlo.binary("divide", factor, count);
    let scale = norm.sum(hlo.binary("multiply", gradient, normal));
    Some(vec![hlo.binary("multiply", factor, rest), scale, offset])
}

/// Parameters shared by the three batch normalization operations.
struct Norm<'a> {
    hlo: Hlo<'a>,
    shape: Vec<i64>,
    feature: i64,
    epsilon: f64,
    /// Number of elements per feature.
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

    /// Broadcasts a vector with one value for each feature to all elements.
    fn broadcast(&self, value: Value<'a>) -> Value<'a> {
        self.hlo.broadcast(value, &[self.feature], &self.shape)
    }

    /// Returns the sum of the elements of each feature.
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

    /// Returns `variance + epsilon`.
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
        let centered = hlo.binary("subtract", x, self.broadcast(mean));
        let normal = hlo.binary("divide", centered, self.broadcast(deviation));
        let scaled = hlo.binary("multiply", self.broadcast(scale), normal);
        hlo.binary("add", scaled, self.broadcast(offset))
    }
}
