// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `powf` and `fpowi`.
//!
//! `x^y = 2^(y log2 |x|)`. The logarithm has about 11 more bits than the format. The sign and the
//! special cases follow `pow` in IEEE 754-2019.

use super::coefficients::{LN2_FULL, LOG2_C1, LOG2_C3, LOG2_TAIL};
use super::double_word::{Pair, fast_two_sum, product_error, two_product};
use super::exp::{exp_reduced, scale};
use super::log::{Split, split_subnormal};
use super::real::{Real, Select};

/// Computes `log2(x)` of a positive number as a pair.
#[inline(always)]
fn log2_pair<F: Real>(x: F) -> Pair<F> {
    let Split { e, f } = split_subnormal(x);
    // s = f / (2 + f) as a pair.
    let one = x.lit(1.0);
    let m = f.plus(1.0);
    let d = m + one;
    let d_lost = m - (d - one);
    let inverse = one / d;
    let hi = f * inverse;
    let residual = hi.neg_mul_add(d_lost, (f - hi * d) - product_error(hi, d, hi * d));
    let s = Pair { hi, lo: residual * inverse };
    let z = s.times(s);
    // s (c1 + z (c3 + z P(z))).
    let (c1, c3) = (Pair::constant(x, &LOG2_C1), Pair::constant(x, &LOG2_C3));
    let inner = fast_two_sum(c3.hi, z.hi * z.hi.polynomial(&LOG2_TAIL));
    let inner = Pair { hi: inner.hi, lo: inner.lo + c3.lo };
    let middle = z.times(inner).added_to(c1.hi);
    let middle = Pair { hi: middle.hi, lo: middle.lo + c1.lo };
    let total = s.times(middle).added_to(e);
    fast_two_sum(total.hi, total.lo)
}

/// Computes `|x|^y`.
#[inline(always)]
fn magnitude<F: Real>(x: F, y: F) -> F {
    let format = x.format();
    let a = x.abs();
    let log = log2_pair(a);
    let hi = a.is(0.0).select(x.lit(f64::NEG_INFINITY), log.hi);
    let hi = a.below(f64::INFINITY).select(hi, a);
    // Exponents beyond the bound do not change the result, except in 1^inf.
    let bound = format.power_of_two(format.pick(40.0, 72.0) as i32);
    let y = y.at_least(-bound).at_most(bound);
    let p = two_product(hi, y);
    let lo = log.lo.mul_add(y, p.lo);
    let limit = format.pick(160.0, 1100.0);
    let lo = p.hi.abs().below(limit).select(lo, x.lit(0.0));
    let (n, int) = p.hi.at_least(-limit).at_most(limit).nearest();
    let f = p.hi.at_least(-limit).at_most(limit) - n;
    let ln2 = Pair::constant(x, &LN2_FULL);
    let r = f * ln2.hi;
    let tail = f.mul_add(ln2.lo, product_error(f, ln2.hi, r));
    scale(exp_reduced(r, lo.mul_add(ln2.hi, tail)).round(), int)
}

/// Returns true if a nonnegative number is an integer.
#[inline(always)]
fn is_integer<F: Real>(a: F) -> F::Bool {
    let format = a.format();
    let holder = format.power_of_two(format.fraction() as i32);
    a.plus(holder).plus(-holder).eq(a) | a.ge(a.lit(holder))
}

/// Computes `x^y`.
#[inline(always)]
pub fn powf<F: Real>(x: F, y: F) -> F {
    let value = magnitude(x, y);
    let integer = is_integer(y.abs());
    let odd = integer & !is_integer(y.abs().times(0.5));
    let value = odd.select(value.copysign(x), value);
    let undefined = x.below(0.0) & x.above(f64::NEG_INFINITY) & !integer;
    let value = undefined.select(x.lit(f64::NAN), value);
    (y.is(0.0) | x.is(1.0)).select(x.lit(1.0), value)
}

/// Computes `x^n` for an integer `n`, given as a float. `odd` is true if `n` is odd.
#[inline(always)]
pub fn fpowi<F: Real>(x: F, n: F, odd: F::Bool) -> F {
    let value = magnitude(x, n);
    let value = odd.select(value.copysign(x), value);
    n.is(0.0).select(x.lit(1.0), value)
}
