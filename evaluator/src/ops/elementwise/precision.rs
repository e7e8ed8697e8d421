// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rounding to a narrower format and back (specification, section "reduce_precision").

use super::map::map_floats;
use crate::Error;
use hloom_values::{ElementClass, ElementType, Literal};

/// The parameters of a floating-point type.
#[derive(Clone, Copy, Debug)]
struct Format {
    exponent_bits: i64,
    mantissa_bits: i64,
    /// The exponent of the smallest normal number.
    least_exponent: i32,
}

/// Rounds floats to a format with fewer bits.
///
/// # Errors
/// Fails if the elements are not floats.
pub fn reduce_precision(
    operand: &Literal,
    exponent_bits: i64,
    mantissa_bits: i64,
) -> Result<Literal, Error> {
    let ty = operand.shape().element_type;
    if ty.class() != ElementClass::Float {
        return Err(Error::invalid(format!(
            "`reduce_precision`: expected a tensor of floats, found a {}",
            operand.shape()
        )));
    }
    let own = Format::of(ty);
    map_floats(operand, |value| reduced(value, own, exponent_bits, mantissa_bits))
}

impl Format {
    fn of(ty: ElementType) -> Self {
        let (exponent_bits, mantissa_bits, bias) = match (ty, ty.small_float()) {
            (_, Some(small)) => (small.exponent_bits(), small.mantissa_bits(), small.bias()),
            (ElementType::F32, _) => (8, 23, 127),
            _ => (11, 52, 1023),
        };
        let (exponent_bits, mantissa_bits) = (exponent_bits.into(), mantissa_bits.into());
        Self { exponent_bits, mantissa_bits, least_exponent: 1 - bias }
    }
}

fn reduced(value: f64, own: Format, exponent_bits: i64, mantissa_bits: i64) -> f64 {
    if value.is_nan() {
        // Without mantissa bits there is no NaN, since the same exponent means infinity.
        return if mantissa_bits > 0 { value } else { f64::INFINITY.copysign(value) };
    }
    if value == 0.0 || value.is_infinite() {
        return value;
    }
    let rounded = if mantissa_bits < own.mantissa_bits {
        // Subnormal numbers have the exponent of the smallest normal ones.
        let exponent = exponent(value).max(own.least_exponent);
        let kept = i32::try_from(mantissa_bits).unwrap_or(0);
        let scaled = scale(value, kept - exponent);
        // Without mantissa bits, the last kept bit belongs to the exponent.
        let even = kept == 0 && (exponent - own.least_exponent) % 2 != 0;
        let rounded =
            if even && scaled.abs() == 1.5 { scaled.trunc() } else { scaled.round_ties_even() };
        scale(rounded, exponent - kept)
    } else {
        value
    };
    if exponent_bits >= own.exponent_bits || rounded == 0.0 {
        return rounded;
    }
    let largest = (1 << (exponent_bits.clamp(1, 62) - 1)) - 1;
    match i64::from(exponent(rounded)) {
        exponent if exponent > largest => f64::INFINITY.copysign(value),
        exponent if exponent <= -largest => 0.0_f64.copysign(value),
        _ => rounded,
    }
}

/// Returns the exponent of the largest power of two that does not exceed the magnitude of a number.
/// The number must be neither zero nor infinite.
fn exponent(value: f64) -> i32 {
    let field = |value: f64| (value.to_bits() >> 52 & 0x7ff) as i32;
    match field(value) {
        0 => field(value * 2.0_f64.powi(64)) - 64 - 1023,
        normal => normal - 1023,
    }
}

/// Multiplies a number by two to the power of `exponent`.
fn scale(value: f64, exponent: i32) -> f64 {
    // In two steps, since the power alone may overflow or underflow.
    value * 2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduce(value: f64, ty: ElementType, exponent: i64, mantissa: i64) -> f64 {
        reduced(value, Format::of(ty), exponent, mantissa)
    }

    // Expected values from StableHLO's own tests of the operation.
    #[test]
    fn as_the_specification_has_it() {
        let half = |value| reduce(value, ElementType::F64, 5, 10);
        assert_eq!(half(f64::INFINITY), f64::INFINITY);
        assert!(half(f64::NAN).is_nan());
        assert_eq!(half(f64::from_bits(1)), 0.0);
        assert_eq!(half(65505.0), 65504.0);
        assert_eq!(half(65520.0), f64::INFINITY);
        assert_eq!(reduce(f64::NAN, ElementType::F64, 5, 0), f64::INFINITY);
    }

    #[test]
    fn rounding() {
        let bf16 = |value| reduce(value, ElementType::F32, 8, 7);
        assert_eq!(bf16(1.0 + 2.0_f64.powi(-8)), 1.0);
        assert_eq!(bf16(1.0 + 3.0 * 2.0_f64.powi(-8)), 1.0 + 2.0_f64.powi(-6));
        assert_eq!(bf16(f64::from(f32::from_bits(0xffff))), f64::from(f32::from_bits(0x1_0000)));
        assert_eq!(bf16(f64::from(f32::MAX)), 2.0_f64.powi(128));
        assert_eq!(reduce(1.5, ElementType::F64, 5, 0), 2.0);
        // As in XLA, a tie between two powers of two goes to the even exponent field.
        assert_eq!(reduce(-3.0, ElementType::F32, 8, 0), -2.0);
        assert_eq!(reduce(6.0, ElementType::Bf16, 3, 0), 8.0);
        assert_eq!(reduce(0.75, ElementType::F16, 5, 0), 0.5);
        assert_eq!(reduce(0.1, ElementType::F64, 11, 52), 0.1);
        assert!(reduce(-1e-300, ElementType::F64, 5, 0).is_sign_negative());
        assert_eq!(reduce(f64::MAX, ElementType::F64, 11, 60), f64::MAX);
        assert_eq!(reduce(f64::from_bits(3), ElementType::F64, 11, 51), f64::from_bits(4));
    }
}
