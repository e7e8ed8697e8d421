// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reproducible random literals.
//!
//! The numbers depend only on the seed, the shape and the element type, not on the machine or
//! on the version of a library. The generator is SplitMix64 (Steele, Lea and Flood, "Fast
//! splittable pseudorandom number generators", 2014). Each element takes one draw, a complex
//! number two.
//!
//! | elements | values, uniformly distributed |
//! |---|---|
//! | `i1` | false and true |
//! | signed integers | -8 to 7, fewer if the type is narrower |
//! | unsigned integers | 0 to 15, fewer if the type is narrower |
//! | `f8E8M0FNU` | in [1/2, 1], rounded to the type |
//! | other floats, parts of complex numbers | multiples of 2^-24 in [-1, 1), rounded to the type |

use crate::{ElementClass, ElementType, Scalar};

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
}

/// Fills the bytes of a literal with random elements.
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
}
