// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `exp`, `exp2`, `expm1`.
//!
//! The argument is reduced as `x = n ln 2 + r` with `|r| <= ln 2 / 2`, with `ln 2` as a sum of two
//! floats (Cody and Waite, "Software Manual for the Elementary Functions", 1980). Then
//! `exp x = 2^n exp r`, and a polynomial approximates `exp r`. `2^n` is applied as two factors,
//! each a normal number, so that results round once into the subnormal range.

use super::coefficients::{EXP, EXP2, INV_LN2, LN2, LN2_FULL};
use super::double_word::{Pair, fast_two_sum, product_error};
use super::real::{Int, Real, Select};

/// The parts of a reduced argument `x = n ln 2 + r`.
pub struct Reduced<F: Real> {
    /// The nearest integer to `x / ln 2`.
    pub n: F::Int,
    /// `x - n ln 2`, rounded.
    pub r: F,
}

/// Reduces an argument of magnitude below about `2 * bias`.
#[inline(always)]
pub fn reduce<F: Real>(x: F) -> Reduced<F> {
    let (n, int) = (x * x.constant(&INV_LN2, 0)).nearest();
    let r = n.neg_mul_add(x.constant(&LN2, 0), x);
    Reduced { n: int, r: n.neg_mul_add(x.constant(&LN2, 1), r) }
}

/// Computes `exp(r) - 1 - r` for a reduced `r`.
#[inline(always)]
fn curve<F: Real>(r: F) -> F {
    r * r * r.polynomial(&EXP)
}

/// Computes `value * 2^n` for `n` within twice the exponent range. The result is rounded once if
/// `value` is near 1.
#[inline(always)]
pub fn scale<F: Real>(value: F, n: F::Int) -> F {
    let format = value.format();
    let biased = n.plus(2 * format.bias);
    let half = biased >> 1;
    let rest = biased - half;
    value * (half << format.fraction()).real() * (rest << format.fraction()).real()
}

/// Returns the argument below which `exp` is 0, and the argument above which it is infinity.
fn limits<F: Real>(x: F) -> (f64, f64) {
    (x.format().pick(-104.0, -746.0), x.format().pick(89.0, 710.0))
}

/// Computes `exp(x)`.
#[inline(always)]
pub fn exp<F: Real>(x: F) -> F {
    let (low, high) = limits(x);
    let Reduced { n, r } = reduce(x.at_least(low).at_most(high));
    scale((r * r).mul_add(r.polynomial(&EXP), r).plus(1.0), n)
}

/// Computes `exp(x + tail)` as a pair and the exponent of the power of two that scales it. `x` must
/// be finite and of magnitude below about `2 * bias`, as for [`reduce`]. `tail` must be small.
#[inline(always)]
pub fn exp_pair<F: Real>(x: F, tail: F) -> (Pair<F>, F::Int) {
    let (n, int) = (x * x.constant(&INV_LN2, 0)).nearest();
    // `high` is exact and has few digits, so `r + lost` is accurate to about twice the digits.
    let high = n.neg_mul_add(x.constant(&LN2, 0), x);
    let low = n * x.constant(&LN2, 1);
    let r = high - low;
    let lost = (high - r) - low;
    (exp_reduced(r, lost + tail), int)
}

/// Computes `exp(r + tail)` as a pair, for a reduced `r` and a small `tail`.
#[inline(always)]
pub fn exp_reduced<F: Real>(r: F, tail: F) -> Pair<F> {
    let sum = fast_two_sum(r.lit(1.0), r);
    let value = fast_two_sum(sum.hi, sum.lo + curve(r));
    Pair { hi: value.hi, lo: tail.mul_add(value.hi, value.lo) }
}

/// Computes `2^x`.
#[inline(always)]
pub fn exp2<F: Real>(x: F) -> F {
    let format = x.format();
    let x = x.at_least(format.pick(-151.0, -1076.0)).at_most(format.pick(129.0, 1025.0));
    let (n, int) = x.nearest();
    let f = x - n;
    let ln2 = Pair::constant(x, &LN2_FULL);
    let r = f * ln2.hi;
    let tail = f.mul_add(ln2.lo, product_error(f, ln2.hi, r));
    scale(((r * r).mul_add(r.polynomial(&EXP), tail) + r).plus(1.0), int)
}

/// Computes f32 `2^x` to about 1 ulp. The result must be in the range of normal numbers.
#[inline(always)]
pub fn quick_exp2<F: Real>(x: F) -> F {
    let format = x.format();
    let (n, int) = x.nearest();
    let f = x - n;
    let power = (int.plus(format.bias) << format.fraction()).real();
    f.mul_add(f.polynomial(&EXP2), x.lit(1.0)) * power
}

/// Computes `exp(x)`. The result must be in the range of normal numbers.
#[inline(always)]
pub fn exp_normal<F: Real>(x: F) -> F {
    let format = x.format();
    let Reduced { n, r } = reduce(x);
    let power = (n.plus(format.bias) << format.fraction()).real();
    (r * r).mul_add(r.polynomial(&EXP), r).plus(1.0) * power
}

/// Computes `(exp(x) - 1) / 2` with a small relative error, for `x` below about `bias ln 2`.
#[inline(always)]
pub fn half_expm1<F: Real>(x: F) -> F {
    let half = half_expm1_pair(x);
    half.round()
}

/// Computes [`half_expm1`] as the unevaluated sum of two floats.
#[inline(always)]
pub fn half_expm1_pair<F: Real>(x: F) -> Pair<F> {
    let format = x.format();
    let Reduced { n, r } = reduce(x);
    // exp x - 1 = 2^n (r + r^2 P(r)) + (2^n - 1), with 2^n halved.
    let power = (n.plus(format.bias - 1) << format.fraction()).real();
    let less_one = power.plus(-0.5);
    let linear = power * r;
    // `fast_two_sum` is exact: `linear` is smaller than `less_one` in magnitude, or that is 0.
    let sum = fast_two_sum(less_one, linear);
    Pair { hi: sum.hi, lo: power.mul_add(curve(r), sum.lo) }
}

/// Computes `exp(x) - 1`.
#[inline(always)]
pub fn expm1<F: Real>(x: F) -> F {
    let format = x.format();
    let digits = f64::from(format.digits);
    let clamped = x.at_least(-digits).at_most(format.pick(88.8, 709.8));
    let half = half_expm1(clamped);
    x.abs().below(format.tiny()).select(x, half + half)
}
