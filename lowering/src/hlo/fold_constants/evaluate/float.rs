// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Floats, in f64.
//!
//! Rounding the f64 result of one operation on narrower floats to their format gives
//! what the operation gives in that format: f64 has more than twice their digits and
//! two (S. Figueroa, "When is double rounding innocuous?", 1995).

use crate::hlo::elements::{Elements, Format};
use crate::ir::Shaped;

/// Whether the operation `name` is evaluated here: those that IEEE 754 rounds
/// exactly. The others differ between math libraries.
pub fn is_known(name: &str) -> bool {
    matches!(
        name,
        "abs"
            | "add"
            | "ceil"
            | "divide"
            | "floor"
            | "maximum"
            | "minimum"
            | "multiply"
            | "negate"
            | "remainder"
            | "round_nearest_afz"
            | "round_nearest_even"
            | "sign"
            | "sqrt"
            | "subtract"
    )
}

/// A binary operation; NaN is greatest and least, and -0 is less than +0.
pub fn binary(name: &str, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        "add" => x + y,
        "subtract" => x - y,
        "multiply" => x * y,
        "divide" => x / y,
        "remainder" => x % y,
        "maximum" | "minimum" if x.is_nan() || y.is_nan() => f64::NAN,
        "maximum" => {
            if x.total_cmp(&y).is_ge() {
                x
            } else {
                y
            }
        }
        "minimum" => {
            if x.total_cmp(&y).is_le() {
                x
            } else {
                y
            }
        }
        _ => return None,
    })
}

/// A unary operation.
pub fn unary(name: &str, x: f64) -> Option<f64> {
    Some(match name {
        "ceil" => x.ceil(),
        "floor" => x.floor(),
        "round_nearest_afz" => x.round(),
        "round_nearest_even" => x.round_ties_even(),
        "sign" if x == 0.0 || x.is_nan() => x,
        "sign" => x.signum(),
        "sqrt" => x.sqrt(),
        _ => return None,
    })
}

/// `abs` or `negate`, which change nothing but the sign bit.
pub fn sign_bit<'a>(name: &str, x: &Elements<'a>, result: &Shaped<'a>) -> Option<Elements<'a>> {
    let format: Format = x.format;
    let mut data = x.data().to_vec();
    for element in data.chunks_mut(format.size()) {
        let last = element.last_mut()?;
        *last = if name == "abs" { *last & 0x7f } else { *last ^ 0x80 };
    }
    Elements::new(&result.shape, result.element, data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_zeros_and_nan() {
        let sign = |value: Option<f64>| value.map(f64::is_sign_negative);
        assert_eq!(sign(binary("maximum", -0.0, 0.0)), Some(false));
        assert_eq!(sign(binary("minimum", 0.0, -0.0)), Some(true));
        assert_eq!(sign(binary("add", -0.0, 0.0)), Some(false));
        assert_eq!(sign(binary("add", -0.0, -0.0)), Some(true));
        assert_eq!(sign(unary("sign", -0.0)), Some(true));
        assert_eq!(sign(unary("round_nearest_even", -0.5)), Some(true));
        assert!(binary("maximum", f64::NAN, 1.0).is_some_and(f64::is_nan));
        assert!(unary("sign", f64::NAN).is_some_and(f64::is_nan));
        assert_eq!(binary("remainder", -7.5, 2.0), Some(-1.5));
        assert_eq!(unary("round_nearest_even", 2.5), Some(2.0));
        assert_eq!(unary("round_nearest_afz", 2.5), Some(3.0));
        assert_eq!(unary("exponential", 1.0), None);
    }
}
