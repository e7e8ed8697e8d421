// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random numbers of a distribution (specification, section "rng", which does not define the
//! numbers).
//!
//! Philox generates the numbers. The key depends on the operation's location in the program and on
//! the number of its previous draws. A program that is decoded again thus yields the same numbers.
//! Different operations and different draws yield different numbers.

use super::philox::block;
use crate::Error;
use hloom_dialects::attributes::stablehlo::RngDistribution;
use hloom_values::{ElementClass, ElementType, Literal, Scalar, Shape};
use std::f64::consts::TAU;
use std::sync::atomic::{AtomicU64, Ordering};

/// The random number generator of one `rng` operation.
#[derive(Debug)]
pub struct Draws {
    distribution: RngDistribution,
    seed: u64,
    count: AtomicU64,
}

impl Draws {
    /// Creates the generator for an operation at a location in a program.
    pub fn new(distribution: RngDistribution, place: &str) -> Self {
        Self { distribution, seed: seed(place), count: AtomicU64::new(0) }
    }

    /// Draws the next tensor. The operands are the two parameters of the distribution and the
    /// sizes.
    ///
    /// # Errors
    /// Fails if a size is negative, or if the range of a uniform distribution of integers is empty.
    pub fn draw(&self, operands: &[&Literal]) -> Result<Literal, Error> {
        // Relaxed: the count only distinguishes draws and orders no other memory accesses.
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        // The factor is odd, so that 2^64 draws have distinct seeds.
        let seed = self.seed.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        rng(operands, self.distribution, seed)
    }
}

/// Returns a hash of a text (FNV-1a with 64 bits).
fn seed(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns a tensor of random numbers, given the two parameters and the sizes.
fn rng(operands: &[&Literal], distribution: RngDistribution, seed: u64) -> Result<Literal, Error> {
    let [a, b, sizes] = operands else {
        return Err(Error::Internal(
            "the evaluator did not pass three operands to `stablehlo.rng`".to_owned(),
        ));
    };
    let dims = sizes.iter().map(Scalar::to_integer).map(|size| {
        usize::try_from(size).map_err(|_| {
            Error::invalid(format!("`stablehlo.rng`: expected a size of at least 0, found {size}"))
        })
    });
    let element_type = a.shape().element_type;
    let shape = Shape::new(element_type, dims.collect::<Result<Vec<_>, _>>()?);
    let (Some(a), Some(b)) = (a.get(0), b.get(0)) else {
        return Err(Error::Internal("a scalar parameter of `stablehlo.rng` is empty".to_owned()));
    };
    let mut counter = 0_u128;
    Literal::generate(shape, |_| {
        let [one, two, three, four] = block(seed, counter).map(u64::from);
        counter += 1;
        let (first, second) = (one | two << 32, three | four << 32);
        if distribution == RngDistribution::Normal {
            // The method of Box and Muller. The argument of the logarithm is in (0, 1].
            let (radius, angle) = ((-2.0 * (1.0 - unit(first)).ln()).sqrt(), TAU * unit(second));
            let (mean, deviation) = (a.parts().0, b.parts().0);
            return Ok(Scalar::Float(mean + deviation * radius * angle.cos()));
        }
        uniform(a, b, element_type, first)
    })
}

/// Converts the upper 53 of 64 random bits to a number in [0, 1), a multiple of 2^-53.
fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 / (1_u64 << 53) as f64
}

/// Returns a number in the interval from `a` (inclusive) to `b` (exclusive). If no float is in this
/// interval, returns `a`.
fn uniform(a: Scalar, b: Scalar, element_type: ElementType, bits: u64) -> Result<Scalar, Error> {
    if element_type.class() == ElementClass::Float {
        let (low, high) = (a.parts().0, b.parts().0);
        let value = low + (high - low) * unit(bits);
        // A value that would be rounded to `b` is replaced by `a`.
        let rounded = Literal::splat(Shape::scalar(element_type), Scalar::Float(value))?;
        let below = rounded.get(0).is_some_and(|value| value.parts().0 < high);
        return Ok(if below { Scalar::Float(value) } else { a });
    }
    let (low, high) = (a.to_integer(), b.to_integer());
    let span = u128::try_from(high - low).ok().filter(|span| *span > 0);
    let span = span.ok_or_else(|| {
        Error::invalid(format!("`stablehlo.rng`: the range {low} to {high} is empty"))
    })?;
    // The high half of a product; its bias is at most span / 2^64.
    let value = low + ((u128::from(bits) * span) >> 64) as i128;
    Ok(match element_type.class() {
        ElementClass::Unsigned => Scalar::Unsigned(value as u64),
        ElementClass::Boolean => Scalar::Bool(value != 0),
        _ => Scalar::Signed(value as i64),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(a: f64, b: f64, element_type: ElementType, kind: RngDistribution) -> Vec<f64> {
        let bound = |value| Literal::splat(Shape::scalar(element_type), Scalar::Float(value));
        let (a, b) = (bound(a).expect("one"), bound(b).expect("one"));
        let sizes = Literal::from_slice(&[40_i64, 50], [2]).expect("two");
        let result = rng(&[&a, &b, &sizes], kind, seed("here")).expect("a distribution");
        result.iter().map(|it| it.parts().0).collect()
    }

    fn mean(numbers: &[f64]) -> f64 {
        numbers.iter().sum::<f64>() / numbers.len() as f64
    }

    #[test]
    fn bounds_are_respected() {
        for element_type in [ElementType::F32, ElementType::Bf16, ElementType::F8E5M2] {
            let all = numbers(-1.0, 2.0, element_type, RngDistribution::Uniform);
            assert!(all.iter().all(|it| (-1.0..2.0).contains(it)));
        }
        let all = numbers(-3.0, 5.0, ElementType::S8, RngDistribution::Uniform);
        assert!((-3..5).all(|wanted| all.contains(&f64::from(wanted))));
        assert!(all.iter().all(|it| (-3.0..5.0).contains(it)));
        let all = numbers(0.0, 1.0, ElementType::F64, RngDistribution::Uniform);
        assert!((mean(&all) - 0.5).abs() < 0.03);
    }

    #[test]
    fn normal_numbers() {
        let all = numbers(3.0, 2.0, ElementType::F64, RngDistribution::Normal);
        let squares: Vec<_> = all.iter().map(|it| (it - 3.0).powi(2)).collect();
        assert!((mean(&all) - 3.0).abs() < 0.2 && (mean(&squares) - 4.0).abs() < 0.6);
    }

    #[test]
    fn senseless_parameters() {
        let (one, sizes) = (Literal::scalar(1_i32), Literal::from_slice(&[-1_i64], [1]));
        let (one, sizes) = (one.expect("one"), sizes.expect("one"));
        assert!(rng(&[&one, &one, &sizes], RngDistribution::Uniform, 0).is_err());
        let sizes = Literal::from_slice(&[1_i64], [1]).expect("one");
        assert!(rng(&[&one, &one, &sizes], RngDistribution::Uniform, 0).is_err());
    }
}
