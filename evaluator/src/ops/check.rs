// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assertions of the check dialect. If an assertion does not hold, its evaluation fails.

use super::on_tensors::on_tensors;
use crate::Error;
use crate::attribute::literal_of_attribute;
use crate::program::Operation;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Tolerance, compare};

/// The default absolute tolerance of `check.expect_almost_eq`.
const NEAR: f64 = 1e-4;

/// Decodes the comparisons of the check dialect.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let constant = match op.attribute("value") {
        Some(value) => Some(literal_of_attribute(value)?),
        None => None,
    };
    let number = |name: &str, default: u64| match op.optional_integer(name) {
        Some(number) => number.cast_unsigned(),
        None => default,
    };
    let tolerance = match op.op() {
        Op::CheckExpectAlmostEq | Op::CheckExpectAlmostEqConst => {
            let absolute = op.optional_float("tolerance").unwrap_or(NEAR);
            Tolerance::Close { absolute, relative: 0.0 }
        }
        Op::CheckExpectClose => Tolerance::Ulp {
            min: number("min_ulp_difference", 0),
            max: number("max_ulp_difference", 1),
        },
        _ => Tolerance::Exact,
    };
    let name = op.op();
    Ok(on_tensors(move |operands| {
        let expected: Option<&Literal> = constant.as_ref().or_else(|| operands.get(1).copied());
        let (Some(actual), Some(expected)) = (operands.first(), expected) else {
            return Err(Error::Internal(format!(
                "the evaluator passed fewer than two tensors to `{name}`"
            )));
        };
        match compare(actual, expected, tolerance)? {
            Some(mismatch) => Err(Error::invalid(format!("`{name}` does not hold: {mismatch}"))),
            None => Ok(Vec::new()),
        }
    }))
}
