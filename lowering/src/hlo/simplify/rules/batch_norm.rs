// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `batch_norm_inference` as elementwise operations.

use super::Rule;
use crate::hlo::simplify::matching::{Match, one};
use crate::hlo_to_linalg::attributes;
use crate::ir::Value;
use melior::ir::ValueLike;
use melior::ir::attribute::FloatAttribute;

pub const RULES: &[(&str, Rule)] = &[("batch_norm_inference", batch_norm_inference)];

/// `scale * (x - mean) / sqrt(variance + epsilon) + offset`, step by step as the
/// specification has it (section "batch_norm_inference")
fn batch_norm_inference<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let [x, scale, offset, mean, variance] = found.operands[..] else { return None };
    if !found.is_float() {
        return None;
    }
    let hlo = found.hlo;
    let feature = attributes::integer(found.op, "feature_index").ok()?;
    let epsilon = FloatAttribute::try_from(found.attribute("epsilon")?).ok()?.value();
    let spread = |value| hlo.broadcast(value, &[feature], &found.shape);
    let epsilon = hlo.float(epsilon, variance.r#type());
    let deviation = hlo.unary("sqrt", hlo.binary("add", variance, epsilon));
    let centered = hlo.binary("subtract", x, spread(mean));
    let normal = hlo.binary("divide", centered, spread(deviation));
    let scaled = hlo.binary("multiply", spread(scale), normal);
    one(hlo.binary("add", scaled, spread(offset)))
}
