// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `sin`, `cos`, `tan` for every finite argument.
//!
//! The argument is reduced to a quadrant and an angle in it (see [`quadrant`](super::quadrant)).
//! Functions of f32 compute in f64; functions of f64 represent the angle as a pair.

use super::coefficients::{COS, COS_QUARTER, SIN, SIN_QUARTER};
use super::double_word::{Pair, fast_two_sum, product_error};
use super::quadrant::{Position, reduce, reduce_f32};
use super::real::{Int, Real, Select, Widen};

/// Negates `value` if the second-lowest bit of `quadrant` is set.
#[inline(always)]
fn signed<F: Real>(value: F, quadrant: F::Int) -> F {
    let sign = quadrant.and(2) << (value.format().bits - 2);
    (value.bits() ^ sign).real()
}

/// Computes `sin(pi f / 2)` and `cos(pi f / 2)` for `|f| <= 1/2`, accurate enough for f32 results.
#[inline(always)]
fn sin_cos_quarter<F: Real>(f: F) -> (F, F) {
    let z = f * f;
    (f * z.polynomial(&SIN_QUARTER), z.mul_add(z.polynomial(&COS_QUARTER), z.lit(1.0)))
}

/// Computes f32 `sin`, in f64 internally.
#[inline(always)]
pub fn sin_f32<F: Widen>(x: F) -> F {
    let (quadrant, f) = reduce_f32(x.widen());
    let (sin, cos) = sin_cos_quarter(f);
    x.narrow(signed(quadrant.and(1).is(0).select(sin, cos), quadrant))
}

/// Computes f32 `cos`, in f64 internally.
#[inline(always)]
pub fn cos_f32<F: Widen>(x: F) -> F {
    let (quadrant, f) = reduce_f32(x.widen());
    let (sin, cos) = sin_cos_quarter(f);
    x.narrow(signed(quadrant.and(1).is(0).select(cos, sin), quadrant.plus(1)))
}

/// Computes f32 `tan`, in f64 internally.
#[inline(always)]
pub fn tan_f32<F: Widen>(x: F) -> F {
    let (quadrant, f) = reduce_f32(x.widen());
    let (sin, cos) = sin_cos_quarter(f);
    let even = quadrant.and(1).is(0);
    x.narrow(even.select(sin, -cos) / even.select(cos, sin))
}

/// Computes `sin` of an angle reduced to one quadrant, as the sum of a leading part and a rest.
#[inline(always)]
fn sin_pair<F: Real>(r: Pair<F>) -> Pair<F> {
    let z = r.hi * r.hi;
    let slope = z.mul_add(z.lit(-0.5), z.lit(1.0));
    let lo = (r.hi * z).mul_add(z.polynomial(&SIN), r.lo * slope);
    Pair { hi: r.hi, lo }
}

/// Computes `cos` of an angle reduced to one quadrant, as the sum of a leading part and a rest.
#[inline(always)]
fn cos_pair<F: Real>(r: Pair<F>) -> Pair<F> {
    let z = r.hi * r.hi;
    let top = fast_two_sum(z.lit(1.0), z.times(-0.5));
    // `r.hi^2` in `z` was rounded, too.
    let lost = product_error(r.hi, r.hi, z).times(-0.5);
    let bend = (z * z).mul_add(z.polynomial(&COS), r.hi.neg_mul_add(r.lo, lost));
    Pair { hi: top.hi, lo: top.lo + bend }
}

/// Computes f64 `sin`.
#[inline(always)]
pub fn sin<F: Real>(x: F) -> F {
    let Position { quadrant, r } = reduce(x);
    let (sin, cos) = (sin_pair(r).round(), cos_pair(r).round());
    let value = signed(quadrant.and(1).is(0).select(sin, cos), quadrant);
    x.abs().below(x.format().tiny()).select(x, value)
}

/// Computes f64 `cos`.
#[inline(always)]
pub fn cos<F: Real>(x: F) -> F {
    let Position { quadrant, r } = reduce(x);
    let (sin, cos) = (sin_pair(r).round(), cos_pair(r).round());
    signed(quadrant.and(1).is(0).select(cos, sin), quadrant.plus(1))
}

/// Computes f64 `tan`.
#[inline(always)]
pub fn tan<F: Real>(x: F) -> F {
    let Position { quadrant, r } = reduce(x);
    let (sin, cos) = (sin_pair(r), cos_pair(r));
    let even = quadrant.and(1).is(0);
    let (sin, cos) = (fast_two_sum(sin.hi, sin.lo), fast_two_sum(cos.hi, cos.lo));
    let top = Pair { hi: even.select(sin.hi, -cos.hi), lo: even.select(sin.lo, -cos.lo) };
    let bottom = Pair { hi: even.select(cos.hi, sin.hi), lo: even.select(cos.lo, sin.lo) };
    let inverse = x.lit(1.0) / bottom.hi;
    let q = top.hi * inverse;
    let product = q * bottom.hi;
    let left = (top.hi - product) - product_error(q, bottom.hi, product);
    let left = q.neg_mul_add(bottom.lo, left + top.lo);
    let value = left.mul_add(inverse, q);
    x.abs().below(x.format().tiny()).select(x, value)
}
