// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `asinh`, `acosh` and `atanh`, computed with `log` and `log1p`.

use super::coefficients::{ATANH, LN2};
use super::double_word::{fast_two_sum, product_error, two_sum};
use super::exp::scale;
use super::log::{log, log1p_positive, split};
use super::real::{Real, Select};

/// Returns a bound above which `x^2 + 1` and `x^2 - 1` round to `x^2`, with a margin.
fn large<F: Real>(x: F) -> f64 {
    x.format().power_of_two(x.format().digits as i32 / 2 + 2)
}

/// Computes `asinh(x)` as `log1p(|x| + x^2 / (1 + sqrt(x^2 + 1)))`, or as `log(2|x|)` if `|x|` is
/// large, with the sign of `x`.
#[inline(always)]
pub fn asinh<F: Real>(x: F) -> F {
    let a = x.abs();
    let huge = a.above(large(x));
    let b = huge.select(x.lit(1.0), a);
    let square = b * b;
    let root = b.mul_add(b, x.lit(1.0)).sqrt();
    let sum = two_sum(b, square / root.plus(1.0));
    let near = log1p_positive(sum.hi, sum.lo);
    let value = huge.select(log_of_twice(a), near);
    a.below(x.format().tiny()).select(x, value).copysign(x)
}

/// Computes `acosh(x) = log1p(d + sqrt(d^2 + 2d))` with `d = x - 1`, and `log(2x)` for large `x`.
#[inline(always)]
pub fn acosh<F: Real>(x: F) -> F {
    let huge = x.above(large(x));
    let d = huge.select(x.lit(1.0), x.plus(-1.0));
    let square = d.mul_add(d, d + d);
    let root = square.sqrt();
    let sum = two_sum(d, root);
    // The rounding error of the square root is (square - root^2) / (2 root), and 0 at 0.
    let lost = -product_error(root, root, square);
    let lost = lost / (root + root);
    let lost = root.above(0.0).select(lost, root);
    let near = log1p_positive(sum.hi, sum.lo + lost);
    let value = huge.select(log_of_twice(x), near);
    x.lt(x.lit(1.0)).select(x.lit(f64::NAN), value)
}

/// Computes `log(2x)` for `x` large, infinite or NaN.
#[inline(always)]
fn log_of_twice<F: Real>(x: F) -> F {
    log(x).plus(std::f64::consts::LN_2)
}

/// Computes `atanh(x) = log((1 + x) / (1 - x)) / 2`.
///
/// With `(1 + x) / (1 - x)` near `2^e`, the result is `e ln 2 / 2 + atanh(s)` for
/// `s = ((1 + x) - 2^e (1 - x)) / ((1 + x) + 2^e (1 - x))`.
#[inline(always)]
pub fn atanh<F: Real>(x: F) -> F {
    let one = x.lit(1.0);
    let a = x.abs();
    let (up, down) = (fast_two_sum(one, a), fast_two_sum(one, -a));
    let e = split(up.hi / down.hi).e;
    let power = scale(one, e.nearest().1);
    let (hi, lo) = (down.hi * power, down.lo * power);
    // Compute s as a pair: if e is just above 0, it nearly cancels ln 2 / 2.
    let (numerator, denominator) = (up.hi - hi, two_sum(up.hi, hi));
    let inverse = one / denominator.hi;
    let s = numerator * inverse;
    let product = s * denominator.hi;
    let residual = (numerator - product) - product_error(s, denominator.hi, product);
    let residual = s.neg_mul_add(denominator.lo, residual + (up.lo - lo));
    let near = e.is(0.0);
    let s_lost = near.select(x.lit(0.0), residual * inverse);
    let s = near.select(a, s);
    let z = s * s;
    let rest = (s * z).mul_add(z.polynomial(&ATANH), s_lost + s_lost);
    let total = fast_two_sum(e * e.constant(&LN2, 0), s + s);
    let value = total.hi + (total.lo + e.mul_add(e.constant(&LN2, 1), rest));
    let value = value.times(0.5);
    let value = a.lt(one).select(value, outside(a));
    a.below(x.format().tiny()).select(x, value).copysign(x)
}

/// Returns `atanh(a)` for `a >= 1`: infinity at 1, and NaN above.
#[inline(always)]
fn outside<F: Real>(a: F) -> F {
    a.is(1.0).select(a.lit(f64::INFINITY), a.lit(f64::NAN))
}
