// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `sinh`, `cosh` and `tanh`, computed with `exp`.

use super::coefficients::{SINH, TANH};
use super::double_word::{Pair, fast_two_sum, product_error, two_sum};
use super::exp::{exp_normal, exp_pair, half_expm1_pair, scale};
use super::real::{Int, Real, Select};

/// Computes `exp(|x|) / 2` as a pair. The high part is infinity on overflow.
#[inline(always)]
fn half_exp<F: Real>(x: F) -> Pair<F> {
    let a = x.abs().at_most(x.format().pick(90.0, 711.0));
    let (pair, n) = exp_pair(a, x.lit(0.0));
    let n = n.plus(-1);
    Pair { hi: scale(pair.hi, n), lo: scale(pair.lo, n) }
}

/// Computes `cosh(x) = h + 1/(4h)` with `h = exp(|x|) / 2`.
#[inline(always)]
pub fn cosh<F: Real>(x: F) -> F {
    let h = half_exp(x);
    let sum = h.hi + (h.lo + x.lit(0.25) / h.hi);
    // If h is infinite, the sum contains infinity minus infinity.
    h.hi.below(f64::INFINITY).select(sum, h.hi)
}

/// Computes `sinh(x) = h - 1/(4h)`, or a polynomial below 1, where the difference cancels.
#[inline(always)]
pub fn sinh<F: Real>(x: F) -> F {
    let h = half_exp(x);
    let difference = h.hi + (h.lo - x.lit(0.25) / h.hi);
    let difference = h.hi.below(f64::INFINITY).select(difference, h.hi).copysign(x);
    let square = x * x;
    let near = (x * square).mul_add(square.polynomial(&SINH), x);
    x.abs().below(1.0).select(near, difference)
}

/// Computes `tanh(x)`.
#[inline(always)]
pub fn tanh<F: Real>(x: F) -> F {
    match x.format().bits {
        32 => tanh_f32(x),
        _ => tanh_f64(x),
    }
}

/// Computes f32 `tanh(x)`: a polynomial near 0, `1 - 2 / (exp(2|x|) + 1)` elsewhere.
#[inline(always)]
fn tanh_f32<F: Real>(x: F) -> F {
    let a = x.abs().at_most(10.0);
    let far = x.lit(1.0) - x.lit(2.0) / exp_normal(a + a).plus(1.0);
    let square = x * x;
    let near = (x * square).mul_add(square.polynomial(&TANH), x);
    x.abs().below(0.55).select(near, far).copysign(x)
}

/// Computes f64 `tanh(x) = h / (h + 1)` with `h = (exp(2|x|) - 1) / 2`.
#[inline(always)]
fn tanh_f64<F: Real>(x: F) -> F {
    let a = x.abs().at_most(20.0);
    let h = half_expm1_pair(a + a);
    let h = fast_two_sum(h.hi, h.lo);
    // Compute h + 1 as a pair. Either operand may be the larger one.
    let sum = two_sum(a.lit(1.0), h.hi);
    let inverse = a.lit(1.0) / sum.hi;
    let q = h.hi * inverse;
    let product = q * sum.hi;
    let residual = (h.hi - product) - product_error(q, sum.hi, product);
    let residual = residual + q.neg_mul_add(sum.lo, h.lo);
    let ratio = residual.mul_add(inverse, q);
    let ratio = x.abs().below(x.format().tiny()).select(x, ratio);
    ratio.copysign(x)
}
