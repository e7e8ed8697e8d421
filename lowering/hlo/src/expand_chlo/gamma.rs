// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The logarithm of the gamma function, and its derivative.

use super::super::expr::Expr;
use super::coefficients::{
    DIGAMMA_F32, DIGAMMA_F64, DIGAMMA_ROOT_F32, DIGAMMA_ROOT_F64, DIGAMMA_SERIES, LGAMMA_F32,
    LGAMMA_F64, STIRLING,
};
use std::f64::consts::PI;

/// Returns `log |gamma(x)|`; infinite at the poles and at both infinities.
///
/// Above a bound, the function uses Stirling's series (DLMF 5.11.1). Below the bound, the
/// recurrence `gamma(x + 1) = x gamma(x)` reduces the argument to a value near 2. There, a
/// polynomial approximates `lgamma(2 + t) / t`, which preserves the relative accuracy near the
/// zeros at 1 and 2. Arguments of at most -1/2 are reflected (DLMF 5.5.3).
pub fn lgamma<'a>(x: Expr<'a>) -> Expr<'a> {
    let magnitude = x.abs();
    let reflected = x.le(-0.5);
    let y = reflected.select(magnitude, x);
    let value = lgamma_from_minus_half(y);

    // gamma(-y) gamma(y) = -pi / (y sin(pi y)). Up to its sign the sine has period one, and its
    // argument is reduced exactly.
    let fraction = magnitude - magnitude.floor();
    let fraction = fraction.gt(0.5).select(1.0 - fraction, fraction);
    let sine = (fraction * PI).sin();
    let negative = (PI / (magnitude * sine)).log() - value;
    let pole = (reflected & fraction.eq(0.0)) | magnitude.eq(f64::INFINITY);
    let value = reflected.select(negative, value);
    pole.select(x.splat(f64::INFINITY), value)
}

/// Returns `log |gamma(x)|` for `x > -1/2`.
fn lgamma_from_minus_half<'a>(x: Expr<'a>) -> Expr<'a> {
    let (coefficients, bound, terms) =
        if x.is_double() { (LGAMMA_F64, 10, 9) } else { (LGAMMA_F32, 8, 3) };

    // (x - 1/2) (log x - 1) + (log 2 pi - 1) / 2 + 1/(12 x) - ...
    let large = x.max(f64::from(bound));
    let inverse = 1.0 / large;
    let series = (inverse * inverse).polynomial(&STIRLING[..terms]) * inverse;
    let constant = 0.5 * ((2.0 * PI).ln() - 1.0);
    let stirling = (large - 0.5) * (large.log() - 1.0) + constant + series;

    // Reduces the argument to 2 + t with t in [-1/2, 1/2], and multiplies the factors on the
    // way.
    let (mut z, mut product) = (x.min(f64::from(bound)), x.splat(1.0));
    for _ in 2..bound {
        let above = z.gt(2.5);
        let less = z - 1.0;
        z = above.select(less, z);
        product = above.select(product * less, product);
    }
    let from_below = x.lt(1.5);
    let from_zero = x.lt(0.5);
    let t = from_below.select(from_zero.select(x, x - 1.0), z - 2.0);
    let factor = from_zero.select(x.abs() * (x + 1.0), x);
    let logarithm = from_below.select(factor, product).log();
    let near = t * t.polynomial(coefficients);
    let small = near + from_below.select(-logarithm, logarithm);
    x.ge(f64::from(bound)).select(stirling, small)
}

/// Returns the derivative of `log gamma(x)`; NaN at the poles.
///
/// Above a bound, the function uses the asymptotic series (DLMF 5.11.2). Below the bound, the
/// recurrence `digamma(x + 1) = digamma(x) + 1 / x` reduces the argument to [1, 2], where digamma
/// is approximated by a polynomial times the distance from its zero. Arguments below zero are
/// reflected (DLMF 5.5.4).
pub fn digamma<'a>(x: Expr<'a>) -> Expr<'a> {
    let (coefficients, bound, terms) =
        if x.is_double() { (DIGAMMA_F64, 10, 9) } else { (DIGAMMA_F32, 8, 3) };
    let negative = x.lt(0.0);
    let y = negative.select(1.0 - x, x);

    let large = y.max(f64::from(bound));
    let inverse = 1.0 / large;
    let square = inverse * inverse;
    let series = square.polynomial(&DIGAMMA_SERIES[..terms]) * square;
    let asymptotic = large.log() - 0.5 * inverse - series;

    let (mut z, mut sum) = (y.min(f64::from(bound)), x.splat(0.0));
    for _ in 2..bound {
        let above = z.gt(2.0);
        let less = z - 1.0;
        z = above.select(less, z);
        sum = above.select(sum + 1.0 / less, sum);
    }
    // Below one, `z + 1` would round, so the constants of both uses take in the one exactly.
    let below = z.lt(1.0);
    let [root, rest] = if x.is_double() { DIGAMMA_ROOT_F64 } else { DIGAMMA_ROOT_F32 };
    let distance = below.select(z - (root - 1.0), z - root) - rest;
    let centered = below.select(z - 0.5, z - 1.5);
    let near = distance * centered.polynomial(coefficients);
    let small = near + below.select(-1.0 / z, sum);
    let value = y.ge(f64::from(bound)).select(asymptotic, small);

    // pi cot(pi x) has period one, and the distance from an integer is exact.
    let offset = x - x.round();
    let reflected = value - PI / (offset * PI).tan();
    let pole = x.le(0.0) & x.eq(x.floor());
    pole.select(x.splat(f64::NAN), negative.select(reflected, value))
}
