// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reproducible random literals.
//!
//! The numbers depend only on the seed, the shape and the element type, not on the machine or on
//! the version of a library. The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable
//! pseudorandom number generators", 2014). By default, the generator draws one number for each
//! element, and two for a complex element.
//!
//! | elements | values, uniformly distributed |
//! |---|---|
//! | `i1` | false and true |
//! | signed integers | -8 to 7, or the range of the type if it is narrower |
//! | unsigned integers | 0 to 15, or the range of the type if it is narrower |
//! | `f8E8M0FNU` | in [1/2, 1], rounded to the type |
//! | other floats, real and imaginary parts of complex numbers | multiples of 2^-24 in [-1, 1), rounded to the type |
//!
//! [`Distribution`] lists the other distributions.

use crate::{ElementClass, ElementType, Error, Scalar};
use std::fmt::{self, Display};
use std::str::FromStr;

/// The distribution of random elements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Distribution {
    /// Small numbers, as [`Literal::random`](crate::Literal::random) describes.
    #[default]
    Small,
    /// Floats in the half-open interval from `low` to `high`, rounded to the type, or integers from
    /// `low` to `high` inclusive. Booleans are as in [`Distribution::Small`].
    Uniform {
        /// The lower end of the interval, which is included.
        low: f64,
        /// The upper end of the interval, which is excluded for floats and included for integers.
        high: f64,
    },
    /// Floats of either sign whose logarithms are uniform in the range of normal numbers. Integers
    /// are uniform in the range of their type. Booleans are as in [`Distribution::Small`].
    Large,
}

impl FromStr for Distribution {
    type Err = String;

    /// Parses a uniform distribution from the text `LOW..HIGH`.
    fn from_str(text: &str) -> Result<Self, String> {
        let bounds = text.split_once("..").and_then(|(low, high)| {
            Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
        });
        match bounds {
            Some((low, high)) if low < high && (high - low).is_finite() => {
                Ok(Self::Uniform { low, high })
            }
            Some(_) => Err(format!(
                "`{text}`: expected a lower bound below the upper one, at a finite distance"
            )),
            None => Err(format!("expected an interval LOW..HIGH, found `{text}`")),
        }
    }
}

impl Display for Distribution {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Small => formatter.write_str("small numbers"),
            Self::Uniform { low, high } => write!(formatter, "{low}..{high}"),
            Self::Large => formatter.write_str("large numbers"),
        }
    }
}

/// A SplitMix64 generator of 64-bit numbers.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn unit(&mut self) -> f64 {
        // 25 bits, a sign and 24 fraction bits: `f32` represents every result exactly.
        (self.next() >> 39) as f64 / f64::from(1 << 24) - 1.0
    }

    /// Returns a multiple of 2^-53 in [0, 1).
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns an integer from `low` to `high` inclusive.
    fn integer(&mut self, low: i128, high: i128) -> i128 {
        low + (i128::from(self.next())).rem_euclid(high - low + 1)
    }
}

/// Fills the bytes of a literal with random elements from a distribution.
///
/// # Errors
/// Fails if an integer type has no number in the interval, or if the interval exceeds the range of
/// a floating-point type.
pub(crate) fn fill_from(
    element_type: ElementType,
    bytes: &mut [u8],
    seed: u64,
    distribution: Distribution,
) -> Result<(), Error> {
    let class = element_type.class();
    if distribution == Distribution::Small || class == ElementClass::Boolean {
        fill(element_type, bytes, seed);
        return Ok(());
    }
    let mut numbers = SplitMix64(seed);
    let part = element_type.part();
    let range = element_type.integer_range();
    let elements = bytes.chunks_exact_mut(element_type.byte_width());
    if let Some((lowest, highest)) = range {
        let (low, high) = match distribution {
            Distribution::Uniform { low, high } => {
                (lowest.max(low.ceil() as i128), highest.min(high.floor() as i128))
            }
            _ => (lowest, highest),
        };
        if low > high {
            return Err(Error::invalid(format!(
                "expected an interval that contains a value of `{element_type}`, found \
                 {distribution}"
            )));
        }
        for element in elements {
            let value = numbers.integer(low, high);
            let value = match class {
                ElementClass::Unsigned => Scalar::Unsigned(value as u64),
                _ => Scalar::Signed(value as i64),
            };
            value.write(element_type, element);
        }
        return Ok(());
    }
    let limits = Limits::of(part);
    if let Distribution::Uniform { low, high } = distribution
        && (low < limits.lowest || high > limits.highest)
    {
        let Limits { lowest, highest, .. } = limits;
        return Err(Error::invalid(format!(
            "expected an interval within {lowest:e}..{highest:e} for `{element_type}`, found {distribution}"
        )));
    }
    let mut number = || match distribution {
        Distribution::Uniform { low, high } => {
            // Rounding may reach the end of the interval.
            let value = low + (high - low) * numbers.fraction();
            if value < high { value } else { low }
        }
        _ => limits.number(&mut numbers),
    };
    for element in elements {
        let value = match class {
            ElementClass::Complex => Scalar::Complex(number(), number()),
            _ => Scalar::Float(number()),
        };
        value.write(element_type, element);
    }
    Ok(())
}

/// The limits of the finite numbers of a floating-point type.
struct Limits {
    /// The base-2 logarithms of the smallest positive normal number and of the largest number.
    exponents: [f64; 2],
    /// The smallest finite number; for a type without a sign, the smallest positive one.
    lowest: f64,
    /// The largest finite number of the type.
    highest: f64,
}

impl Limits {
    fn of(element_type: ElementType) -> Self {
        let (least, highest, signed) = match (element_type, element_type.small_float()) {
            (ElementType::F32, _) => (f32::MIN_POSITIVE.into(), f32::MAX.into(), true),
            (_, Some(format)) => {
                let least = match format.mantissa_bits() {
                    0 => 0,
                    mantissa => 1 << mantissa,
                };
                (format.decode(least), format.decode(format.largest()), format.is_signed())
            }
            (_, None) => (f64::MIN_POSITIVE, f64::MAX, true),
        };
        let lowest = if signed { -highest } else { least };
        Self { exponents: [least, highest].map(f64::log2), lowest, highest }
    }

    /// Returns a random number whose logarithm is uniformly distributed, with a random sign if the
    /// type has a sign.
    fn number(&self, numbers: &mut SplitMix64) -> f64 {
        let [least, greatest] = self.exponents;
        let magnitude = (least + (greatest - least) * numbers.fraction()).exp2();
        let magnitude = magnitude.min(self.highest);
        if self.lowest < 0.0 && numbers.next() >> 63 == 1 { -magnitude } else { magnitude }
    }
}

/// Fills the bytes of a literal with small random elements, as [`Distribution::Small`] describes.
pub(crate) fn fill(element_type: ElementType, bytes: &mut [u8], seed: u64) {
    let mut numbers = SplitMix64(seed);
    let (low, high) = element_type.integer_range().unwrap_or_default();
    let low = low.max(-8);
    let span = high.min(low + 15) - low + 1;
    for element in bytes.chunks_exact_mut(element_type.byte_width()) {
        let value = match element_type.class() {
            // `f8E8M0FNU` has neither sign nor zero, so its values are positive.
            ElementClass::Float if element_type == ElementType::F8E8M0FNU => {
                Scalar::Float(1.0 - numbers.unit().abs() / 2.0)
            }
            ElementClass::Float => Scalar::Float(numbers.unit()),
            ElementClass::Complex => Scalar::Complex(numbers.unit(), numbers.unit()),
            _ => Scalar::Signed((low + i128::from(numbers.next() >> 32) % span) as i64),
        };
        value.write(element_type, element);
    }
}

#[cfg(test)]
mod tests {
    use super::Distribution;
    use crate::{ElementType, Literal, Scalar, Shape};

    #[test]
    fn numbers_never_change() {
        let literal = Literal::random(Shape::new(ElementType::F32, [3]), 0).expect("small");
        let values = literal.as_slice::<f32>().expect("f32");
        // These values come from another implementation of the generator.
        assert_eq!(values, [0.766_621_6, -0.136_944_06, -0.947_132_47]);
        let literal = Literal::random(Shape::new(ElementType::S32, [6]), 7).expect("small");
        assert_eq!(literal.as_slice::<i32>(), Some(&[-4, -1, -8, -8, -2, -2][..]));
    }

    #[test]
    fn every_type_varies_within_its_bounds() {
        for element_type in ElementType::ALL {
            let literal = Literal::random(Shape::new(element_type, [200]), 1).expect("small");
            let mut seen = std::collections::HashSet::new();
            for value in literal.iter() {
                match value {
                    Scalar::Signed(value) => assert!((-8..8).contains(&value)),
                    Scalar::Unsigned(value) => assert!(value < 16),
                    Scalar::Float(value) => assert!(value.abs() <= 1.0 || value.is_nan()),
                    Scalar::Bool(_) | Scalar::Complex(..) => {}
                }
                seen.insert(value.display(element_type).to_string());
            }
            assert!(seen.len() > 1, "{element_type}");
        }
    }

    #[test]
    fn intervals_hold_every_element() {
        let interval: Distribution = "1..3".parse().expect("an interval");
        for element_type in ElementType::ALL {
            let shape = Shape::new(element_type, [200]);
            // `si2` has only 1 in the interval, and the largest `i1` is true.
            let Ok(literal) = Literal::random_from(shape, 5, interval) else {
                panic!("{element_type}")
            };
            for value in literal.iter() {
                match value {
                    Scalar::Signed(value) => assert!((1..=3).contains(&value)),
                    Scalar::Unsigned(value) => assert!((1..=3).contains(&value)),
                    Scalar::Bool(_) => {}
                    Scalar::Float(_) | Scalar::Complex(..) => {
                        let (real, _) = value.parts();
                        // Rounding to the type may reach 3, and 4 without a mantissa.
                        assert!((1.0..=4.0).contains(&real), "{element_type}: {real}");
                    }
                }
            }
        }
        for (text, message) in [
            ("3..1", "`3..1`: expected a lower bound below the upper one, at a finite distance"),
            ("1", "expected an interval LOW..HIGH, found `1`"),
            ("a..b", "expected an interval LOW..HIGH, found `a..b`"),
        ] {
            assert_eq!(text.parse::<Distribution>(), Err(message.to_owned()));
        }
        let wide = "-1e9..1e9".parse().expect("an interval");
        let shape = Shape::new(ElementType::F16, [1]);
        let refusal = Literal::random_from(shape, 0, wide).expect_err("too large").to_string();
        assert!(
            refusal.starts_with("expected an interval within -6.5504e4..6.5504e4"),
            "{refusal}"
        );
        let none = "0.25..0.75".parse().expect("an interval");
        let refusal = Literal::random_from(Shape::scalar(ElementType::S32), 0, none);
        let refusal = refusal.expect_err("no integer").to_string();
        assert_eq!(
            refusal,
            "expected an interval that contains a value of `i32`, found 0.25..0.75"
        );
    }

    #[test]
    fn large_numbers_are_finite_and_of_every_magnitude() {
        for element_type in ElementType::ALL {
            let shape = Shape::new(element_type, [400]);
            let literal = Literal::random_from(shape, 1, Distribution::Large).expect("small");
            let (mut least, mut largest) = (f64::INFINITY, 0.0_f64);
            for value in literal.iter() {
                let (real, imaginary) = value.parts();
                assert!(real.is_finite() && imaginary.is_finite(), "{element_type}: {real}");
                least = least.min(real.abs());
                largest = largest.max(real.abs());
            }
            assert!(least < largest, "{element_type}");
            if element_type == ElementType::F32 {
                assert!(least < 1e-30 && largest > 1e30, "{least} {largest}");
            }
        }
    }
}
