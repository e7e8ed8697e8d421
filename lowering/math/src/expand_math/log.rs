// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `log`, `log1p`, `log2`, `log10`.
//!
//! The argument is split as `x = 2^e (1 + f)` with `1 + f` between `sqrt(1/2)` and `sqrt 2`. Then
//! `log x = e ln 2 + log(1 + f)`, and `log(1 + f) = f + curve(f)`.

use super::coefficients::{ATANH, INV_LN2, INV_LN10, LN2, LOG, LOG10_2};
use super::double_word::{Pair, fast_two_sum, product_error, two_sum};
use super::real::{Int, Real, Select, Table};

/// The parts of a number `x = 2^e (1 + f)`.
pub struct Split<F> {
    /// The exponent `e`, as a float.
    pub e: F,
    /// The significand minus 1, `f`, which is exact.
    pub f: F,
}

/// Splits a positive normal number into its exponent and significand.
#[inline(always)]
pub fn split<F: Real>(x: F) -> Split<F> {
    let format = x.format();
    let fraction = format.fraction();
    // The addition to the representation gives the exponent field of x / sqrt(1/2).
    let root_bits = match format.bits {
        32 => i64::from(0.5f32.sqrt().to_bits()),
        _ => 0.5f64.sqrt().to_bits() as i64,
    };
    let shift = (format.bias << fraction) - root_bits;
    let biased = x.bits().plus(shift) >> fraction;
    let m = (x.bits() - (biased << fraction)).plus(format.bias << fraction);
    // An integer in the low bits of 2^fraction becomes a float after a subtraction.
    let power = format.power_of_two(fraction as i32);
    let holder = (format.bias + i64::from(fraction)) << fraction;
    let e = biased.plus(holder).real().plus(-(power + format.bias as f64));
    Split { e, f: m.real().plus(-1.0) }
}

/// Splits any positive number, even a subnormal one, into its exponent and significand.
#[inline(always)]
pub fn split_subnormal<F: Real>(x: F) -> Split<F> {
    let format = x.format();
    let digits = format.digits as i32;
    let small = x.below(format.min_normal());
    let normal = small.select(x.times(format.power_of_two(digits)), x);
    let Split { e, f } = split(normal);
    Split { e: e + small.select(x.lit(-f64::from(digits)), x.lit(0.0)), f }
}

/// Computes `log(1 + f) - f`.
#[inline(always)]
fn curve<F: Real>(f: F) -> F {
    let square = f * f;
    if f.format().bits == 32 {
        return square * f.mul_add(f.polynomial(&LOG), f.lit(-0.5));
    }
    // 2 atanh(s) with s = f / (2 + f): f - f^2/2 + s (f^2/2 + s^2 P(s^2)).
    let s = f / f.plus(2.0);
    let half = square.times(0.5);
    let z = s * s;
    s.mul_add(z.mul_add(z.polynomial(&ATANH), half), -half)
}

/// Replaces `value` with the special value of a logarithm if `x` is not a positive finite number.
#[inline(always)]
fn special<F: Real>(x: F, value: F) -> F {
    let value = x.below(f64::INFINITY).select(value, x);
    let value = x.below(0.0).select(x.lit(f64::NAN), value);
    x.is(0.0).select(x.lit(f64::NEG_INFINITY), value)
}

/// Computes `e * scale + (f + rest)`. `scale` has two words; the product of the first with `e` is
/// exact.
#[inline(always)]
fn combine<F: Real>(e: F, scale: &Table, f: F, rest: F) -> F {
    let sum = fast_two_sum(e * e.constant(scale, 0), f);
    sum.hi + (sum.lo + e.mul_add(e.constant(scale, 1), rest))
}

/// Computes `log(x)`.
#[inline(always)]
pub fn log<F: Real>(x: F) -> F {
    let Split { e, f } = split_subnormal(x);
    special(x, combine(e, &LN2, f, curve(f)))
}

/// Computes `log(1 + x)`.
#[inline(always)]
pub fn log1p<F: Real>(x: F) -> F {
    let value = special(x.plus(1.0), log1p_positive(x, x.lit(0.0)));
    x.abs().below(x.format().tiny()).select(x, value)
}

/// Computes `log(1 + x + tail)` for a finite `1 + x > 0` and a `tail` much smaller than `x`.
#[inline(always)]
pub fn log1p_positive<F: Real>(x: F, tail: F) -> F {
    let sum = two_sum(x.lit(1.0), x);
    let Split { e, f } = split(sum.hi);
    // If x is near 0, the significand is 1 + x, and f is x without rounding.
    let near = e.is(0.0);
    let f = near.select(x, f);
    let lost = near.select(x.lit(0.0), sum.lo) + tail;
    combine(e, &LN2, f, curve(f) + lost / sum.hi)
}

/// Computes the logarithm of `x` in a base. `inverse` is `1 / ln base`. `scale` takes `e`, the
/// linear part and the rest, and adds the logarithm of `2^e` to the sum of the parts.
#[inline(always)]
fn log_base<F: Real>(x: F, inverse: &Table, scale: impl Fn(F, F, F) -> F) -> F {
    let Split { e, f } = split_subnormal(x);
    let inverse = Pair::constant(x, inverse);
    let linear = f * inverse.hi;
    let lost = f.mul_add(inverse.lo, product_error(f, inverse.hi, linear));
    let rest = curve(f).mul_add(inverse.hi, lost);
    special(x, scale(e, linear, rest))
}

/// Computes the base-2 logarithm. The result is exact for powers of two.
#[inline(always)]
pub fn log2<F: Real>(x: F) -> F {
    log_base(x, &INV_LN2, |e, linear, rest| {
        let sum = fast_two_sum(e, linear);
        sum.hi + (sum.lo + rest)
    })
}

/// Computes the base-10 logarithm.
#[inline(always)]
pub fn log10<F: Real>(x: F) -> F {
    log_base(x, &INV_LN10, |e, linear, rest| combine(e, &LOG10_2, linear, rest))
}
