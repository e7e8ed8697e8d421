// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element-wise comparison of tensors.

use crate::{ElementClass, ElementType, Error, Literal, Scalar};
use std::fmt::{self, Display};

/// The permitted difference between an element and its expected value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// The actual and the expected value are equal. NaN is equal to nothing; positive and negative
    /// zero are equal.
    Exact,
    /// The values are equal as in [`Tolerance::Exact`], or both are NaN.
    ExactOrNan,
    /// `|actual - expected| <= absolute + relative * |expected|`.
    ///
    /// A NaN matches any NaN, and an infinity matches itself. Integers and booleans must be equal.
    Close {
        /// The absolute tolerance, which does not depend on the expected value.
        absolute: f64,
        /// The factor of the magnitude of the expected value in the tolerance.
        relative: f64,
    },
    /// The distance in units in the last place (ULP) is within these bounds.
    ///
    /// The distance is the number of steps between adjacent values of the type; for complex
    /// numbers, it is the larger of the distances of the real and imaginary parts. The distance
    /// between two NaNs or between equal infinities is 0. Any other distance to a non-finite value
    /// is `u64::MAX`.
    Ulp {
        /// The smallest permitted distance, in steps between adjacent values.
        min: u64,
        /// The largest permitted distance, in steps between adjacent values.
        max: u64,
    },
}

impl Tolerance {
    /// Returns the tolerance for two correct results that differ in summation order or in
    /// intermediate rounding.
    ///
    /// The permitted difference is `32 + 64 * |expected|` times the machine epsilon of the type,
    /// which suits terms of magnitude about one. Integers and booleans must be equal.
    pub fn of_sums(element_type: ElementType) -> Self {
        let part = element_type.part();
        let epsilon = match part {
            _ if part.class() != ElementClass::Float => return Self::Exact,
            ElementType::F64 => f64::EPSILON,
            ElementType::F32 => f32::EPSILON.into(),
            ElementType::F16 => half::f16::EPSILON.to_f64(),
            ElementType::Bf16 => half::bf16::EPSILON.to_f64(),
            // Epsilon of a format with two mantissa bits, such as `f8E5M2`, serves for all formats
            // of at most eight bits.
            _ => 0.25,
        };
        Self::Close { absolute: 32.0 * epsilon, relative: 64.0 * epsilon }
    }
}

/// The differences between two tensors that were compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The index of the first differing element.
    pub index: Vec<usize>,
    /// The actual value of the first differing element.
    pub actual: Scalar,
    /// The expected value of the first differing element.
    pub expected: Scalar,
    /// The number of elements that differ.
    pub differing: usize,
    /// The number of elements of each tensor.
    pub elements: usize,
    /// The type of the compared elements.
    pub element_type: ElementType,
    /// The largest finite absolute difference among the elements that differ, or 0 if there is
    /// none. For complex numbers, it is the larger of the differences of the real and imaginary
    /// parts.
    pub largest_difference: f64,
    /// The distance of the first differing element in units in the last place, if the tolerance
    /// is [`Tolerance::Ulp`].
    pub ulps: Option<u64>,
}

impl Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { index, differing, elements, element_type, .. } = self;
        let actual = self.actual.display(*element_type);
        let expected = self.expected.display(*element_type);
        write!(formatter, "element {index:?} is {actual}, expected {expected}")?;
        if let Some(ulps) = self.ulps {
            write!(formatter, ", a distance of {ulps} ULP")?;
        }
        write!(formatter, " ({differing} of {elements} elements differ")?;
        if self.largest_difference > 0.0 {
            write!(formatter, ", by up to {:.3e}", self.largest_difference)?;
        }
        formatter.write_str(")")
    }
}

/// Compares two tensors. Returns their differences, or `None` if each element is within the
/// tolerance.
///
/// # Errors
/// Fails if the tensors differ in shape or element type.
pub fn compare(
    actual: &Literal,
    expected: &Literal,
    tolerance: Tolerance,
) -> Result<Option<Mismatch>, Error> {
    if actual.shape() != expected.shape() {
        let (actual, expected) = (actual.shape(), expected.shape());
        return Err(Error::invalid(format!("expected type `{expected}`, found `{actual}`")));
    }
    let element_type = actual.shape().element_type;
    let mut first = None;
    let mut differing = 0;
    let mut largest_difference = 0.0_f64;
    for (position, (one, other)) in actual.iter().zip(expected.iter()).enumerate() {
        if within(one, other, element_type, tolerance) {
            continue;
        }
        differing += 1;
        largest_difference = largest_difference.max(difference(one, other));
        first.get_or_insert((position, one, other));
    }
    Ok(first.map(|(position, one, other)| Mismatch {
        index: actual.shape().index_of(position),
        actual: one,
        expected: other,
        differing,
        elements: actual.element_count(),
        element_type,
        largest_difference,
        ulps: matches!(tolerance, Tolerance::Ulp { .. })
            .then(|| ulp_distance(one, other, element_type)),
    }))
}

fn within(
    actual: Scalar,
    expected: Scalar,
    element_type: ElementType,
    tolerance: Tolerance,
) -> bool {
    match tolerance {
        Tolerance::Exact => actual == expected,
        Tolerance::ExactOrNan => {
            both(actual, expected, |one, other| one == other || one.is_nan() && other.is_nan())
                .unwrap_or(actual == expected)
        }
        Tolerance::Close { absolute, relative } => both(actual, expected, |one, other| {
            one == other
                || one.is_nan() && other.is_nan()
                || other.is_finite() && (one - other).abs() <= absolute + relative * other.abs()
        })
        .unwrap_or(actual == expected),
        Tolerance::Ulp { min, max } => {
            (min..=max).contains(&ulp_distance(actual, expected, element_type))
        }
    }
}

/// Returns true if a relation holds between two floats, or between the real parts as well as
/// between the imaginary parts of two complex numbers. Returns `None` for other values.
fn both(one: Scalar, other: Scalar, holds: impl Fn(f64, f64) -> bool) -> Option<bool> {
    match (one, other) {
        (Scalar::Float(one), Scalar::Float(other)) => Some(holds(one, other)),
        (Scalar::Complex(..), Scalar::Complex(..)) => {
            let ((real, imaginary), (real_2, imaginary_2)) = (one.parts(), other.parts());
            Some(holds(real, real_2) && holds(imaginary, imaginary_2))
        }
        _ => None,
    }
}

fn difference(one: Scalar, other: Scalar) -> f64 {
    let ((real, imaginary), (real_2, imaginary_2)) = (one.parts(), other.parts());
    let (real, imaginary) = ((real - real_2).abs(), (imaginary - imaginary_2).abs());
    let distance = real.max(imaginary);
    if distance.is_finite() { distance } else { 0.0 }
}

/// Returns the distance of two elements in units in the last place; see [`Tolerance::Ulp`].
///
/// The distance of integers and booleans is their absolute difference.
pub fn ulp_distance(one: Scalar, other: Scalar, element_type: ElementType) -> u64 {
    match (one, other) {
        (Scalar::Signed(one), Scalar::Signed(other)) => one.abs_diff(other),
        (Scalar::Unsigned(one), Scalar::Unsigned(other)) => one.abs_diff(other),
        (Scalar::Bool(one), Scalar::Bool(other)) => u64::from(one != other),
        _ => {
            let part = element_type.part();
            debug_assert_eq!(part.class(), ElementClass::Float);
            let ((real, imaginary), (real_2, imaginary_2)) = (one.parts(), other.parts());
            float_distance(real, real_2, part).max(float_distance(imaginary, imaginary_2, part))
        }
    }
}

fn float_distance(one: f64, other: f64, element_type: ElementType) -> u64 {
    if one == other && one.is_sign_negative() == other.is_sign_negative() {
        return 0;
    }
    if one.is_nan() && other.is_nan() {
        return 0;
    }
    if !one.is_finite() || !other.is_finite() {
        return u64::MAX;
    }
    let (from_zero, from_zero_2) = (rank(one, element_type), rank(other, element_type));
    if one.is_sign_negative() == other.is_sign_negative() {
        from_zero.abs_diff(from_zero_2)
    } else {
        from_zero + from_zero_2
    }
}

/// Returns the distance between zero and the magnitude of `value` in units in the last place.
fn rank(value: f64, element_type: ElementType) -> u64 {
    match (element_type, element_type.small_float()) {
        (ElementType::F32, _) => (value.abs() as f32).to_bits().into(),
        (_, Some(format)) => format.encode(value.abs()).into(),
        (_, None) => value.abs().to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> Literal {
        Literal::from_slice(values, [values.len()]).expect("as many as there are")
    }

    fn differs(actual: &[f32], expected: &[f32], tolerance: Tolerance) -> Option<String> {
        compare(&floats(actual), &floats(expected), tolerance)
            .expect("same shape")
            .map(|mismatch| mismatch.to_string())
    }

    #[test]
    fn exact() {
        assert_eq!(differs(&[1.0, -0.0], &[1.0, 0.0], Tolerance::Exact), None);
        assert!(differs(&[f32::NAN], &[f32::NAN], Tolerance::Exact).is_some());
        assert_eq!(differs(&[f32::NAN], &[f32::NAN], Tolerance::ExactOrNan), None);
        assert_eq!(
            differs(&[1.0, 2.0, 3.5], &[1.0, 2.5, 3.0], Tolerance::Exact).as_deref(),
            Some("element [1] is 2.0, expected 2.5 (2 of 3 elements differ, by up to 5.000e-1)")
        );
    }

    #[test]
    fn close() {
        let close = Tolerance::Close { absolute: 0.0, relative: 1e-4 };
        assert_eq!(differs(&[1.00005, f32::INFINITY], &[1.0, f32::INFINITY], close), None);
        assert!(differs(&[1.001], &[1.0], close).is_some());
        assert!(differs(&[f32::INFINITY], &[1.0], close).is_some());
        assert!(differs(&[1.0], &[f32::INFINITY], close).is_some());
        assert!(differs(&[f32::NAN], &[1.0], close).is_some());
    }

    #[test]
    fn ulps() {
        let next = f32::from_bits(1.0_f32.to_bits() + 3);
        let within = |max| Tolerance::Ulp { min: 0, max };
        assert_eq!(differs(&[next], &[1.0], within(3)), None);
        assert!(differs(&[next], &[1.0], within(2)).is_some_and(|text| text.contains("3 ULP")));
        assert!(differs(&[1.0], &[1.0], Tolerance::Ulp { min: 1, max: 3 }).is_some());
        assert!(differs(&[f32::INFINITY], &[f32::MAX], within(1000)).is_some());
        let distance = |one, other| {
            ulp_distance(Scalar::Float(one), Scalar::Float(other), ElementType::F8E5M2)
        };
        assert_eq!(distance(1.0, 1.25), 1);
        assert_eq!(distance(-0.0, 0.0), 0);
        assert_eq!(distance(f64::from(2.0_f32.powi(-16)), -f64::from(2.0_f32.powi(-16))), 2);
    }

    #[test]
    fn shapes_must_agree() {
        let refusal = compare(&floats(&[1.0]), &floats(&[1.0, 2.0]), Tolerance::Exact);
        let refusal = refusal.expect_err("other lengths").to_string();
        assert_eq!(refusal, "expected type `tensor<2xf32>`, found `tensor<1xf32>`");
    }
}
