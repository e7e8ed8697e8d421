// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reduction of angles: `x = (k + f) pi / 2` with `|f| <= 1/2`, exactly enough
//! for every finite `x`, without tables or branches.
//!
//! Payne and Hanek, "Radian reduction for trigonometric functions" (1983): of
//! `2 / pi` only the bits matter that, times `x`, weigh less than 4 and more
//! than the result's last digit. A few comparisons of `x` with powers of two
//! choose them among constants; they are held as words whose products with `x`
//! are exact, and multiples of 4 are dropped from each product.

use super::coefficients::{HALF_PI, TWO_OVER_PI, TWO_OVER_PI_F32};
use super::double_word::{Pair, two_product, two_sum};
use super::real::{Real, Select};

/// Where an angle is.
pub struct Position<F: Real> {
    /// The quadrant, modulo 4 in the low two bits.
    pub quadrant: F::Int,
    /// The angle from the nearest multiple of `pi / 2`, at most `pi / 4` or very
    /// little more in magnitude.
    pub r: Pair<F>,
}

/// `value` less the nearest multiple of 16, for magnitudes up to `2^(digits + 2)`.
#[inline(always)]
fn modulo_16<F: Real>(value: F) -> F {
    let format = value.format();
    // Its ulp is 16, also after the addition.
    let holder = 1.5 * format.power_of_two(format.digits as i32 + 3);
    value - value.plus(holder).plus(-holder)
}

/// The quadrant and `f` of a number that is an f32, computed in f64.
#[inline(always)]
pub fn reduce_f32<F: Real>(x: F) -> (F::Int, F) {
    let a = x.abs();
    let mut words: [F; 3] = std::array::from_fn(|i| x.constant(&TWO_OVER_PI_F32, i));
    for row in 1..4 {
        // From here on the first 28 bits of the last row only make multiples of 4.
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

/// Words of `2 / pi` that are used at a time.
const WINDOW: usize = 5;
/// Bits of a word.
const WORD: i32 = 53;

/// The position of an f64 number.
///
/// The window holds 265 bits, of which at most 53 are spent on multiples of 4 and 53
/// on the digits of `x`: `f` is good to an absolute `2^-157`. No f64 is nearer
/// than `2^-62` to a multiple of `pi / 2`, relative to that.
#[inline(always)]
pub fn reduce<F: Real>(x: F) -> Position<F> {
    let mut words: [F; 23] = std::array::from_fn(|i| x.constant(&TWO_OVER_PI, i));
    let mut x = x;
    let mut needed = words.len();
    for step in [16, 8, 4, 2, 1] {
        // So large that `step` words only make multiples of 4.
        let far = x.abs().ge(x.lit(2f64.powi(WORD + 1 + WORD * step as i32)));
        x = far.select(x.times(2f64.powi(-WORD * step as i32)), x);
        needed = needed.min(WINDOW + step - 1);
        let before = words;
        for (word, later) in words.iter_mut().take(needed).zip(before.iter().skip(step)) {
            *word = far.select(*later, *word);
        }
    }
    // The products, each word 2^-53 of the one before.
    let shift = 2f64.powi(-WORD);
    let mut scaled = x;
    let mut products = [Pair { hi: x, lo: x }; WINDOW - 1];
    for (product, word) in products.iter_mut().zip(words) {
        *product = two_product(scaled, word);
        scaled = scaled.times(shift);
    }
    let [p0, p1, p2, p3] = products;
    let last = scaled.mul_add(words[WINDOW - 1], p3.lo);
    // Parts of like weight together, from 1 down by 2^-53.
    let whole = p0.hi.abs().ge(x.lit(2f64.powi(WORD + 1))).select(x.lit(0.0), p0.hi);
    let a0 = modulo_16(whole);
    let a1 = two_sum(p0.lo, p1.hi);
    let a2 = two_sum(p1.lo, p2.hi);
    let a3 = two_sum(p2.lo, p3.hi);
    let b2 = two_sum(a1.lo, a2.hi);
    let b3 = two_sum(a2.lo, a3.hi);
    let c3 = two_sum(b3.hi, b2.lo);
    let rest = last + a3.lo + (b3.lo + c3.lo);
    // The quadrant from the parts that weigh 1 or more.
    let top = two_sum(a0, modulo_16(a1.hi));
    let sum = two_sum(top.hi, b2.hi);
    let (k, quadrant) = sum.hi.nearest();
    let f = sum.hi - k;
    // What is left, where f may have cancelled to nothing.
    let low = two_sum(sum.lo, top.lo);
    let lower = two_sum(low.hi, c3.hi);
    let f = two_sum(f, lower.hi);
    let f = Pair { hi: f.hi, lo: f.lo + (low.lo + lower.lo + rest) };
    Position { quadrant, r: f.times(Pair::constant(x, &HALF_PI)) }
}
