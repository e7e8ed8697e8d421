// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Static facts about the elements of a value: their range, and the difference that is permitted
//! between two correct platforms.
//!
//! The generator propagates facts from operands to results. The facts prevent overflow in programs
//! and provide the error bounds for the comparison of results.

use hloom_compiler::ElementType;
use hloom_values::ElementClass;

/// Facts about every element of a value, or about the real and imaginary parts of complex elements.
///
/// If the range is unbounded, elements may also be NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// Lower bound of the elements.
    pub low: f64,
    /// Upper bound of the elements.
    pub high: f64,
    /// Largest absolute difference of an element between two platforms.
    pub absolute: f64,
    /// Largest difference of an element between two platforms, relative to the magnitude of the
    /// element.
    pub relative: f64,
    /// Step of which every element is a multiple, or 0 if no step is known.
    pub step: f64,
    /// Whether all platforms compute bitwise equal elements, including the signs of zeros.
    pub bits: bool,
}

impl Facts {
    /// Returns facts about elements from `low` to `high` that are multiples of `step` and bitwise
    /// equal on all platforms.
    pub fn exact(low: f64, high: f64, step: f64) -> Self {
        Self { low, high, absolute: 0.0, relative: 0.0, step, bits: true }
    }

    /// Returns facts about arbitrary elements of a type that are bitwise equal on all platforms.
    pub fn of_type(element_type: ElementType) -> Self {
        match element_type.integer_range() {
            Some((low, high)) => Self::exact(low as f64, high as f64, 1.0),
            None if element_type == ElementType::Pred => Self::exact(0.0, 1.0, 1.0),
            None => Self::exact(f64::NEG_INFINITY, f64::INFINITY, 0.0),
        }
    }

    /// Returns facts about elements from `low` to `high` that differ by at most `absolute` between
    /// two platforms.
    pub fn inexact(low: f64, high: f64, absolute: f64) -> Self {
        Self { low, high, absolute, relative: 0.0, step: 0.0, bits: false }
    }

    /// Returns the largest magnitude of an element.
    pub fn magnitude(&self) -> f64 {
        self.low.abs().max(self.high.abs())
    }

    /// Returns true if every element is finite.
    pub fn is_bounded(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Returns true if all platforms compute equal elements.
    pub fn is_exact(&self) -> bool {
        self.absolute == 0.0 && self.relative == 0.0
    }

    /// Returns the maximum absolute difference of an element between two platforms.
    pub fn error(&self) -> f64 {
        if self.relative == 0.0 {
            self.absolute
        } else {
            self.absolute + self.relative * self.magnitude()
        }
    }

    /// Returns facts that hold for elements taken from either of two values.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            absolute: self.absolute.max(other.absolute),
            relative: self.relative.max(other.relative),
            step: common_step(self.step, other.step),
            bits: self.bits && other.bits,
        }
    }

    /// Returns true if these facts hold for all elements for which `other` holds.
    pub fn covers(&self, other: &Self) -> bool {
        self.low <= other.low
            && self.high >= other.high
            && self.absolute >= other.absolute
            && self.relative >= other.relative
            && (self.step == 0.0 || other.step != 0.0 && other.step % self.step == 0.0)
            && (!self.bits || other.bits)
    }

    /// Returns the same facts, except that equal elements may have different bits on different
    /// platforms.
    #[must_use]
    pub fn without_bits(self) -> Self {
        Self { bits: false, ..self }
    }

    /// Returns the facts after elements are rounded `times` times to a type.
    ///
    /// `self` describes the exact elements. The rounded elements are in the range of `self`.
    #[must_use]
    pub fn rounded(self, element_type: ElementType, times: f64) -> Self {
        if element_type.part().class() != ElementClass::Float {
            return self;
        }
        if self.step > 0.0 && is_exact_in(self.magnitude(), self.step, element_type) {
            return Self { bits: false, ..self };
        }
        let error = times * epsilon(element_type) * self.magnitude() + smallest(element_type);
        Self { absolute: self.error() + error, relative: 0.0, step: 0.0, bits: false, ..self }
    }

    /// Returns true if a comparison of elements is meaningful: the error is small, and elements
    /// with a bounded range cannot overflow.
    pub fn is_useful(&self, element_type: ElementType) -> bool {
        if element_type.part().class() != ElementClass::Float {
            return true;
        }
        if !self.is_bounded() {
            return self.relative < 0.1 && self.absolute < 0.1;
        }
        let coarse = epsilon(element_type) > 1e-3;
        let limit = if coarse { 0.25 } else { 0.05 };
        self.magnitude() <= largest(element_type) / 4.0
            && (self.is_exact() || self.error() <= limit * self.magnitude().min(8.0))
    }
}

/// Returns a step that divides all multiples of both steps, or 0 if a step is unknown. Steps are
/// powers of two.
fn common_step(one: f64, other: f64) -> f64 {
    if one == 0.0 || other == 0.0 { 0.0 } else { one.min(other) }
}

/// Returns true if a type represents every multiple of `step` up to a magnitude.
pub fn is_exact_in(magnitude: f64, step: f64, element_type: ElementType) -> bool {
    if element_type.part().class() != ElementClass::Float {
        return true;
    }
    magnitude <= largest(element_type)
        && step >= smallest(element_type)
        && magnitude / step <= 2.0 / epsilon(element_type)
}

/// Returns the distance from 1 to the next larger value of a float type.
pub fn epsilon(element_type: ElementType) -> f64 {
    match element_type.part().float_layout() {
        Some((_, mantissa_bits)) => 2.0_f64.powi(-(mantissa_bits as i32)),
        None => 1.0,
    }
}

/// Returns a lower bound of the largest finite value of a float type.
pub fn largest(element_type: ElementType) -> f64 {
    let part = element_type.part();
    match (part, part.small_float()) {
        (ElementType::F64, _) => f64::MAX,
        (ElementType::F32, _) => f64::from(f32::MAX),
        // The largest values of these types are near that of `f32`.
        (ElementType::Bf16, _) => 3.0e38,
        (ElementType::F8E8M0FNU, _) => 1e38,
        (_, Some(format)) => format.decode(format.largest()),
        (_, None) => 1.0,
    }
}

/// Returns an upper bound of the smallest distance between two values of a float type.
pub fn smallest(element_type: ElementType) -> f64 {
    let part = element_type.part();
    match (part, part.small_float()) {
        (ElementType::F64, _) => f64::MIN_POSITIVE,
        (ElementType::F32 | ElementType::Bf16 | ElementType::F8E8M0FNU, _) => {
            f64::from(f32::MIN_POSITIVE)
        }
        (_, Some(format)) => format.decode(1),
        (_, None) => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_small_floats() {
        assert_eq!(epsilon(ElementType::F32), f64::from(f32::EPSILON));
        assert_eq!(epsilon(ElementType::C128), f64::EPSILON);
        assert_eq!(epsilon(ElementType::F6E3M2FN), 0.25);
        assert_eq!(epsilon(ElementType::F8E8M0FNU), 1.0);
        assert_eq!(largest(ElementType::F16), 65504.0);
        assert_eq!(largest(ElementType::F8E4M3B11FNUZ), 30.0);
        assert_eq!(smallest(ElementType::F16), 2.0_f64.powi(-24));
        assert_eq!(smallest(ElementType::F8E4M3B11FNUZ), 2.0_f64.powi(-13));
        assert_eq!(smallest(ElementType::F4E2M1FN), 0.5);
    }

    #[test]
    fn small_integers_stay_exact() {
        let facts = Facts::exact(-64.0, 64.0, 1.0);
        assert!(facts.rounded(ElementType::Bf16, 1.0).is_exact());
        assert!(!Facts::exact(-512.0, 512.0, 1.0).rounded(ElementType::Bf16, 1.0).is_exact());
        assert!(facts.covers(&Facts::exact(0.0, 8.0, 2.0)));
        assert!(!facts.covers(&Facts::exact(0.0, 8.0, 0.5)));
    }

    #[test]
    fn what_may_overflow_is_not_useful() {
        assert!(!Facts::inexact(0.0, 6e4, 1.0).is_useful(ElementType::F16));
        assert!(Facts::inexact(0.0, 6e4, 1e-3).is_useful(ElementType::F32));
        assert!(!Facts::inexact(0.0, 1.0, 0.5).is_useful(ElementType::F32));
    }
}
