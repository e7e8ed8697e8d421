// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `erf` and `erfc`.

use super::coefficients::{ERF, ERF_TAIL, ERFC, ERFC_CENTER, ERFC_LOW};
use super::double_word::{Pair, fast_two_sum, product_error, two_sum};
use super::exp::{exp_pair, quick_exp2, scale};
use super::real::{Real, Select};

/// Computes `erf(x)`: a polynomial near 0, `1 - erfc(x)` elsewhere.
#[inline(always)]
pub fn erf<F: Real>(x: F) -> F {
    let format = x.format();
    let a = x.abs().at_most(format.pick(4.0, 6.0));
    let square = x * x;
    let near = x.mul_add(square.polynomial(&ERF), x);
    let tail = match format.bits {
        32 => quick_exp2(-(a * a.polynomial(&ERF_TAIL))),
        _ => tail(a).round(),
    };
    a.below(format.pick(0.9, 1.0)).select(near, (x.lit(1.0) - tail).copysign(x))
}

/// Computes `erfc(x)` for `x >= 0.4` as `exp(-x^2) P((x - k) / (x + k)) / (x + k)`, after
/// Shepherd and Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc x" (1981).
#[inline(always)]
fn tail<F: Real>(x: F) -> Pair<F> {
    let (pair, n) = tail_unscaled(x);
    Pair { hi: scale(pair.hi, n), lo: scale(pair.lo, n) }
}

/// Computes [`tail`] before the scaling by a power of two, and the exponent of that power. All
/// quotients and products are pairs, because single roundings would add up to several ulps.
#[inline(always)]
fn tail_unscaled<F: Real>(x: F) -> (Pair<F>, F::Int) {
    let k = x.constant(&ERFC_CENTER, 0);
    let (sum, difference) = (two_sum(x, k), two_sum(x, -k));
    let inverse = x.lit(1.0) / sum.hi;
    let residual = product_error(inverse, sum.hi, x.lit(1.0));
    let inverse = Pair { hi: inverse, lo: -inverse * inverse.mul_add(sum.lo, residual) };
    let t = difference.times(inverse);
    let t = fast_two_sum(t.hi, t.lo);
    // Evaluate the last two steps of the polynomial as pairs.
    let (c0, c1) = (x.constant(&ERFC, 0), x.constant(&ERFC, 1));
    let c0_low = x.constant(&ERFC_LOW, 0);
    let inner = t.hi.polynomial_from(&ERFC, 2);
    let inner = two_sum(c1, t.hi * inner);
    let value = t.times(inner);
    let value_sum = two_sum(c0, value.hi);
    let value = Pair { hi: value_sum.hi, lo: value_sum.lo + (value.lo + c0_low) };
    let square = x * x;
    let lost = product_error(x, x, square);
    let (exp, n) = exp_pair(-square, -lost);
    (exp.times(value.times(inverse)), n)
}

/// Computes `erfc(x)`: `1 - erf(x)` near 0, and elsewhere the tail of `|x|`, which is subtracted
/// from 2 if `x` is negative.
#[inline(always)]
pub fn erfc<F: Real>(x: F) -> F {
    let format = x.format();
    let a = x.abs().at_most(format.pick(10.1, 27.5));
    let square = x * x;
    let near = x.lit(1.0) - x.mul_add(square.polynomial(&ERF), x);
    let (pair, n) = tail_unscaled(a);
    let tail = scale(pair.round(), n);
    let negative = x.below(0.0);
    let far = negative.select(x.lit(2.0) - tail, tail);
    a.below(0.45).select(near, far)
}
