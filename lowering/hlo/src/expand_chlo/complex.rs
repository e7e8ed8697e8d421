// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Trigonometric and hyperbolic functions of complex numbers, and their inverses.
//!
//! They are computed on real and imaginary parts. Branch cuts, and the signs of zeros on branch
//! cuts, follow Annex G of the C standard.

use super::super::expr::Expr;
use hloom_dialects::op::Op as Kind;
use std::f64::consts::{FRAC_PI_2, LN_2};

/// The real and imaginary parts of a tensor.
pub type Parts<'a> = (Expr<'a>, Expr<'a>);

/// Returns the real and imaginary parts of the function `kind` at `re + i im`, or `None` if this
/// module has no expansion of the function.
pub fn function<'a>(kind: Kind, re: Expr<'a>, im: Expr<'a>) -> Option<Parts<'a>> {
    Some(match kind {
        Kind::ChloAcos => {
            let (root, log) = asin_acos(re.abs(), im.abs());
            (root.atan2(re), -log.with_sign_of(im))
        }
        Kind::ChloAcosh => {
            let (root, log) = asin_acos(re.abs(), im.abs());
            (log, root.atan2(re).with_sign_of(im))
        }
        Kind::ChloAsin => {
            let (root, log) = asin_acos(re.abs(), im.abs());
            (re.atan2(root), log.with_sign_of(im))
        }
        // asinh(z) = -i asin(i z)
        Kind::ChloAsinh => {
            let (root, log) = asin_acos(im.abs(), re.abs());
            (log.with_sign_of(re), im.atan2(root))
        }
        // atan(z) = -i atanh(i z)
        Kind::ChloAtan => {
            let (log, angle) = atanh(im.abs(), re.abs());
            (angle.with_sign_of(re), log.with_sign_of(im))
        }
        Kind::ChloAtanh => {
            let (log, angle) = atanh(re.abs(), im.abs());
            (log.with_sign_of(re), angle.with_sign_of(im))
        }
        Kind::ChloCosh => cosh(re, im),
        Kind::ChloSinh => sinh(re, im),
        Kind::ChloSquare => square(re, im),
        Kind::ChloTan => tan(re, im),
        Kind::ChloAsinAcosKernel => asin_acos(re.abs(), im.abs()),
        _ => return None,
    })
}

/// Returns the parts of `cosh(x + iy)`, which is `cosh(x) cos(y) + i sinh(x) sin(y)`.
pub fn cosh<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let sign = x.splat(1.0).with_sign_of(x);
    (
        far_out(x, y.cos(), x.cosh() * y.cos()),
        far_out(x, sign * y.sin(), product_or_zero(x.sinh(), y.sin())),
    )
}

/// Returns the parts of `sinh(x + iy)`, which is `sinh(x) cos(y) + i cosh(x) sin(y)`.
pub fn sinh<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let sign = x.splat(1.0).with_sign_of(x);
    (
        far_out(x, sign * y.cos(), product_or_zero(y.cos(), x.sinh())),
        far_out(x, y.sin(), product_or_zero(x.cosh(), y.sin())),
    )
}

/// Returns `factor * other`. If `other` is zero, the result is zero, even if `factor` is infinite.
pub fn product_or_zero<'a>(factor: Expr<'a>, other: Expr<'a>) -> Expr<'a> {
    let zero = factor.is_sign_negative().select(-other, other);
    other.eq(0.0).select(zero, factor * other)
}

/// Returns `product`, computed without intermediate overflow. `product` must be the product of
/// `factor` and a hyperbolic function of `re`, which is half of `exp(|re|)` for large `|re|`.
/// `factor` is multiplied by the square root of that exponential twice, because the exponential may
/// overflow where the product does not.
pub fn far_out<'a>(re: Expr<'a>, factor: Expr<'a>, product: Expr<'a>) -> Expr<'a> {
    let size = re.abs();
    let root = (0.5 * size).exp();
    let far = size.gt(if re.is_double() { 700.0 } else { 80.0 });
    let grown = factor.eq(0.0).select(factor, root * factor * (0.5 * root));
    size.eq(f64::INFINITY).select(product, far.select(grown, product))
}

/// Returns the parts of the square of `x + iy`, which are `(x - y)(x + y)` and `2 x y`. If x and y
/// are infinite, the real part of the square is NaN. If they are finite and of equal magnitude, the
/// real part is zero, even if the other factor overflows.
fn square<'a>(re: Expr<'a>, im: Expr<'a>) -> Parts<'a> {
    let (product, less, more) = (re * im, re - im, re + im);
    let nonzero = more.eq(0.0).select(more, less * more);
    (less.eq(0.0).select(less, nonzero), product + product)
}

/// Returns `sqrt(x^2 + y^2)` for x and y of at least zero, without intermediate overflow or
/// underflow.
fn hypot<'a>(x: Expr<'a>, y: Expr<'a>) -> Expr<'a> {
    let (high, low) = (x.max(y), x.min(y));
    let ratio = low / high;
    high.eq(0.0).select(high, high * (1.0 + ratio * ratio).sqrt())
}

/// Returns true where `x` is so large that the formulas for large arguments are accurate to within
/// rounding.
fn is_large<'a>(x: Expr<'a>) -> super::super::expr::Cond<'a> {
    x.ge(if x.is_double() { 2f64.powi(60) } else { 2f64.powi(30) })
}

/// Returns the two numbers from which asin and acos at `x + iy` are computed, for x and y of at
/// least zero. Let `a` be half the sum of the distances of `x + iy` from -1 and 1. The numbers are
/// `sqrt(a^2 - x^2)` and `log(a + sqrt(a^2 - 1))`, computed from sums of positive terms only (T.
/// Hull, T. Fairgrieve, P. Tang, "Implementing the complex arcsine and arccosine functions using
/// exception handling", 1997).
fn asin_acos<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let high = x.max(y);
    let large = is_large(high);
    // Large parts are replaced, because the other formulas would overflow.
    let (u, v) = (large.select(x.splat(2.0), x), large.select(y.splat(2.0), y));
    let r = hypot(u + 1.0, v);
    let s = hypot((u - 1.0).abs(), v);
    let a = 0.5 * (r + s);
    let inside = u.lt(1.0);
    let right = r + (u + 1.0);

    // sqrt(a^2 - x^2) = sqrt((a + x) (a - x)).
    let near = s + (1.0 - u);
    let root_inside = (0.5 * (a + u) * (v * v / right + near)).sqrt();
    // Above one, `s - (x - 1)` equals `y^2 / (s + (x - 1))`, and y is taken out of the root. At
    // one both forms vanish exactly if y is zero.
    let far = s + (u - 1.0);
    let root_outside = v * (0.5 * ((a + u) / right + (a + u) / far)).sqrt();
    let root = u.le(1.0).select(root_inside, root_outside);

    // The logarithm is computed from a - 1.
    let quotient = 0.5 * (1.0 / right + 1.0 / near);
    let log_inside = (v * v * quotient + v * (quotient * (a + 1.0)).sqrt()).log1p();
    let less = 0.5 * (v * v / right + far);
    let log_outside = (less + (less * (a + 1.0)).sqrt()).log1p();
    let log = inside.select(log_inside, log_outside);

    // For large parts `a` is the modulus, and the root is y.
    let low = x.min(y);
    let ratio = low.eq(high).select(x.splat(1.0), low / high);
    let log_large = high.log() + (0.5 * (ratio * ratio).log1p() + LN_2);
    (large.select(y, root), large.select(log_large, log))
}

/// Returns the parts of atanh at `x + iy` for x and y of at least zero:
/// `log1p(4x / ((1-x)^2 + y^2)) / 4` and `atan2(2y, (1-x)(1+x) - y^2) / 2` (W. Kahan, "Branch
/// cuts for complex elementary functions", 1987).
fn atanh<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let (high, low) = (x.max(y), x.min(y));
    let large = is_large(high);
    let (u, v) = (large.select(x.splat(2.0), x), large.select(y.splat(2.0), y));
    let less = 1.0 - u;
    let square = v * v;
    let log = 0.25 * (4.0 * u / (less * less + square)).log1p();
    // At x = 1 the square of a small y underflows, so the logarithm is computed from y itself.
    let at_one = 0.5 * (LN_2 - v.log());
    let tiny = u.eq(1.0) & v.lt(2f64.powi(-30));
    let log = tiny.select(at_one, log);
    let angle = 0.5 * (v + v).atan2(less * (1.0 + u) - square);

    // For large parts: x / (x^2 + y^2), and a right angle.
    let ratio = low.eq(high).select(x.splat(1.0), low / high);
    let share = x.eq(high).select(x.splat(1.0), ratio);
    let log_large = share / high / (1.0 + ratio * ratio);
    (large.select(log_large, log), large.select(x.splat(FRAC_PI_2), angle))
}

/// Returns the parts of tan at `x + iy`. Let `t = tan x`, `s = sinh y`, `b = 1 + t^2` and
/// `d = 1 + b s^2`. The parts are `t / d` and `b s sqrt(1 + s^2) / d` (W. Kahan, "Branch cuts for
/// complex elementary functions", 1987). Where `s^2` dominates, the parts are `sin 2x / 2 / s^2`
/// and 1 with the sign of y.
pub fn tan<'a>(x: Expr<'a>, y: Expr<'a>) -> Parts<'a> {
    let bound = if x.is_double() { 22.0 } else { 11.0 };
    let magnitude = y.abs();
    let large = magnitude.gt(bound);
    let t = x.tan();
    let s = large.select(y.splat(1.0), y).sinh();
    let b = 1.0 + t * t;
    let d = 1.0 + b * (s * s);
    let im = b * s * (1.0 + s * s).sqrt() / d;
    let re_large = 4.0 * x.sin() * x.cos() * (magnitude * -2.0).exp();
    // At an infinite y the real part vanishes for every x.
    let vanishes = magnitude.eq(f64::INFINITY) & re_large.ne(0.0);
    let re_large = vanishes.select(x.splat(0.0).with_sign_of(x), re_large);
    let im_large = y.splat(1.0).with_sign_of(y);
    (large.select(re_large, t / d), large.select(im_large, im))
}
