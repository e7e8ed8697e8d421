// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reduction of angles: `x = (k + f) pi / 2` with `|f| <= 1/2`, accurate enough for every finite
//! `x`, without tables or branches.
//!
//! The method is due to Payne and Hanek, "Radian reduction for trigonometric functions" (1983).
//! Only the bits of `2 / pi` whose products with `x` are smaller than 4 and larger than the last
//! digit of the result are needed. A few comparisons of `x` with powers of two select these bits
//! from a set of constants. The constants are words whose products with `x` are exact. Multiples of
//! 4 are dropped from each product.

use super::coefficients::{HALF_PI, TWO_OVER_PI, TWO_OVER_PI_F32};
use super::double_word::{Pair, two_product, two_sum};
use super::real::{Real, Select};

/// The position of an angle: the quadrant, and the angle relative to the quadrant.
pub struct Position<F: Real> {
    /// The quadrant, modulo 4 in the low two bits.
    pub quadrant: F::Int,
    /// The angle relative to the nearest multiple of `pi / 2`. Its magnitude is at most slightly
    /// above `pi / 4`.
    pub r: Pair<F>,
}

/// Computes `value` minus the nearest multiple of 16, for magnitudes up to `2^(digits + 2)`.
#[inline(always)]
fn modulo_16<F: Real>(value: F) -> F {
    let format = value.format();
    // The ulp of `holder` is 16, also after the addition.
    let holder = 1.5 * format.power_of_two(format.digits as i32 + 3);
    value - value.plus(holder).plus(-holder)
}

/// Returns `k` and `f` of `x = (k + f) pi / 2` for an f32 angle `x`, computed in f64. `k` is only
/// correct modulo 4, because multiples of 4 are dropped for large angles.
#[inline(always)]
pub fn reduce_f32<F: Real>(x: F) -> (F::Int, F) {
    let a = x.abs();
    let mut words: [F; 3] = std::array::from_fn(|i| x.constant(&TWO_OVER_PI_F32, i));
    for row in 1..4 {
        // From this bound on, the first 28 bits of the previous row only contribute multiples of 4.
        let far = a.ge(x.lit(2f64.powi(25 + 28 * row)));
        words = std::array::from_fn(|i| {
            far.select(x.constant(&TWO_OVER_PI_F32, 3 * row as usize + i), words[i])
        });
    }
    // The first two products are exact: 24 by 28 bits.
    let first = modulo_16(x * words[0]);
    let second = x * words[1];
    let (k, quadrant) = (first + second).nearest();
    let f = ((first - k) + second) + x * words[2];
    (quadrant, f)
}

/// The number of words of `2 / pi` that one reduction uses.
const WINDOW: usize = 5;
/// The number of bits of a word of `2 / pi`.
const WORD: i32 = 53;

/// Returns the quadrant and the relative angle of an f64 angle `x`.
///
/// The selected window of `2 / pi` has 265 bits. At most 53 of them contribute to multiples of 4,
/// and 53 to the digits of `x`. The absolute error of `f` is therefore at most `2^-157`. The
/// relative distance of an f64 number to a multiple of `pi / 2` is at least `2^-62`.
#[inline(always)]
pub fn reduce<F: Real>(x: F) -> Position<F> {
    let mut words: [F; 23] = std::array::from_fn(|i| x.constant(&TWO_OVER_PI, i));
    let mut x = x;
    let mut needed = words.len();
    for step in [16, 8, 4, 2, 1] {
        // For so large a number, the first `step` words only contribute multiples of 4.
        let far = x.abs().ge(x.lit(2f64.powi(WORD + 1 + WORD * step as i32)));
        x = far.select(x.times(2f64.powi(-WORD * step as i32)), x);
        needed = needed.min(WINDOW + step - 1);
        let before = words;
        for (word, later) in words.iter_mut().take(needed).zip(before.iter().skip(step)) {
            *word = far.select(*later, *word);
        }
    }
    // The products with the words. Each word weighs 2^-53 of the one before.
    let shift = 2f64.powi(-WORD);
    let mut scaled = x;
    let mut products = [Pair { hi: x, lo: x }; WINDOW - 1];
    for (product, word) in products.iter_mut().zip(words) {
        *product = two_product(scaled, word);
        scaled = scaled.times(shift);
    }
    let [p0, p1, p2, p3] = products;
    let last = scaled.mul_add(words[WINDOW - 1], p3.lo);
    // Add parts of the same weight, from 1 down in steps of 2^-53.
    let whole = p0.hi.abs().ge(x.lit(2f64.powi(WORD + 1))).select(x.lit(0.0), p0.hi);
    let a0 = modulo_16(whole);
    let a1 = two_sum(p0.lo, p1.hi);
    let a2 = two_sum(p1.lo, p2.hi);
    let a3 = two_sum(p2.lo, p3.hi);
    let b2 = two_sum(a1.lo, a2.hi);
    let b3 = two_sum(a2.lo, a3.hi);
    let c3 = two_sum(b3.hi, b2.lo);
    let rest = last + a3.lo + (b3.lo + c3.lo);
    // Compute the quadrant from the parts that weigh 1 or more.
    let top = two_sum(a0, modulo_16(a1.hi));
    let sum = two_sum(top.hi, b2.hi);
    let (k, quadrant) = sum.hi.nearest();
    let f = sum.hi - k;
    // Add the remaining parts. `f` may have canceled to 0.
    let low = two_sum(sum.lo, top.lo);
    let lower = two_sum(low.hi, c3.hi);
    let f = two_sum(f, lower.hi);
    let f = Pair { hi: f.hi, lo: f.lo + (low.lo + lower.lo + rest) };
    Position { quadrant, r: f.times(Pair::constant(x, &HALF_PI)) }
}
