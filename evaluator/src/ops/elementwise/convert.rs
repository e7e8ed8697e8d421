// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between element types (specification, section "convert"). If the specification does
//! not define the result, the conversion follows XLA: floats saturate when converted to integers,
//! NaN becomes zero, and integers wrap.

use super::integer;
use super::map::map;
use crate::Error;
use hloom_values::{ElementClass, ElementType, Literal, Scalar};

/// Converts the elements to another type.
///
/// # Errors
/// Fails if there is no memory for the result.
pub fn convert(operand: &Literal, to: ElementType) -> Result<Literal, Error> {
    if to == operand.shape().element_type {
        return Ok(operand.clone());
    }
    map(operand, to, |value| element(value, to))
}

/// Converts a value to the class of the type `to`. The caller rounds or saturates the result to the
/// type.
fn element(value: Scalar, to: ElementType) -> Scalar {
    let is_integer = matches!(value, Scalar::Bool(_) | Scalar::Signed(_) | Scalar::Unsigned(_));
    match to.class() {
        ElementClass::Complex if matches!(value, Scalar::Complex(..)) => value,
        // Only the real part counts.
        ElementClass::Boolean => Scalar::Bool(value.parts().0 != 0.0),
        ElementClass::Signed | ElementClass::Unsigned if is_integer => {
            integer::wrap(value.to_integer(), to)
        }
        ElementClass::Float | ElementClass::Complex if is_integer => {
            Scalar::Float(float_of_integer(value.to_integer(), to.part()))
        }
        _ => Scalar::Float(value.parts().0),
    }
}

/// Returns the float nearest to an integer. For types narrower than `f32`, the integer is rounded
/// to `f32` first, as in XLA.
fn float_of_integer(value: i128, to: ElementType) -> f64 {
    if to == ElementType::F64 { value as f64 } else { f64::from(value as f32) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ElementType as E;

    fn converted(value: Scalar, from: E, to: E) -> Scalar {
        let one = Literal::splat(crate::Shape::scalar(from), value).expect("one element");
        let result = convert(&one, to).expect("small");
        result.get(0).expect("one element")
    }

    // Expected values from XLA.
    #[test]
    fn floats_to_integers() {
        let to = |value, to| converted(Scalar::Float(value), E::F64, to).to_integer();
        for ty in [E::S8, E::U8, E::S32, E::U64] {
            let (low, high) = ty.integer_range().expect("an integer type");
            assert_eq!(to(f64::NAN, ty), 0);
            assert_eq!(to(f64::INFINITY, ty), high);
            assert_eq!(to(f64::NEG_INFINITY, ty), low);
            assert_eq!(to(1.9, ty), 1);
        }
        assert_eq!(to(-1.9, E::S8), -1);
        assert_eq!(to(-1.9, E::U8), 0);
        assert_eq!(to(300.0, E::S8), 127);
        assert_eq!(to(9.3e18, E::S64), i64::MAX.into());
    }

    #[test]
    fn integers() {
        let to = |value, to| converted(Scalar::Signed(value), E::S64, to);
        assert_eq!(to(300, E::U8), Scalar::Unsigned(44));
        assert_eq!(to(-1, E::U64), Scalar::Unsigned(u64::MAX));
        assert_eq!(to(200, E::S8), Scalar::Signed(-56));
        assert_eq!(to(256, E::Pred), Scalar::Bool(true));
        // Halfway between two values of f32 but for the last bit.
        let close = (1 << 60) + (1 << 36) + 1;
        assert_eq!(to(close, E::F32), Scalar::Float(((1_i64 << 60) + (1_i64 << 37)) as f64));
        assert_eq!(to((1 << 24) + (1 << 16) + 1, E::Bf16), Scalar::Float(f64::from(1 << 24)));
        assert_eq!(to(i64::MAX, E::C128), Scalar::Complex(9_223_372_036_854_775_807.0, 0.0));
        assert_eq!(to(70_000, E::F16), Scalar::Float(f64::INFINITY));
    }

    #[test]
    fn booleans_and_complex_numbers() {
        let bool = |value| converted(value, E::C64, E::Pred);
        assert_eq!(bool(Scalar::Complex(0.0, 1.0)), Scalar::Bool(false));
        assert_eq!(bool(Scalar::Complex(f64::NAN, 0.0)), Scalar::Bool(true));
        assert_eq!(converted(Scalar::Float(-0.0), E::F32, E::Pred), Scalar::Bool(false));
        assert_eq!(converted(Scalar::Bool(true), E::Pred, E::C64), Scalar::Complex(1.0, 0.0));
        assert_eq!(converted(Scalar::Bool(true), E::Pred, E::S4), Scalar::Signed(1));
        assert_eq!(converted(Scalar::Complex(2.5, 1.0), E::C128, E::S32), Scalar::Signed(2));
    }

    #[test]
    fn floats_to_narrower_floats() {
        let to = |value, to| converted(Scalar::Float(value), E::F32, to);
        assert_eq!(to(1e30, E::F8E5M2), Scalar::Float(f64::INFINITY));
        assert_eq!(to(100.0, E::F4E2M1FN), Scalar::Float(6.0));
        assert_eq!(to(1.0 + 2.0_f64.powi(-8), E::Bf16), Scalar::Float(1.0));
    }
}
