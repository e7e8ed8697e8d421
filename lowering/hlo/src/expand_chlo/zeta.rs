// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Hurwitz zeta function, and polygamma, the derivatives of digamma.

use super::super::expr::{Cond, Expr};
use super::coefficients::EULER_MACLAURIN;
use super::gamma::{digamma, lgamma};

/// Number of terms of the zeta series that are summed individually. The Euler-Maclaurin formula
/// approximates the sum of all further terms.
const TERMS: u32 = 10;

/// Returns the sum of `(q + k)^-s` over `k >= 0`. It is infinite at `s = 1`, and NaN for `s < 1`.
/// At the poles, where `q` is zero or a negative integer, it is infinite for even `s`, and NaN
/// otherwise. For a negative non-integer `q`, the result is NaN unless `s` is an integer.
pub fn zeta<'a>(s: Expr<'a>, q: Expr<'a>) -> Expr<'a> {
    scaled_zeta(s, q, None)
}

/// Returns `unit^s zeta(s, q)`, which remains representable even where zeta itself overflows or
/// underflows. If `unit` is `None`, returns `zeta(s, q)`.
fn scaled_zeta<'a>(s: Expr<'a>, q: Expr<'a>, unit: Option<Expr<'a>>) -> Expr<'a> {
    let floor = q.floor();
    let negative = q.lt(0.0);
    // Let f be the fraction of a negative q. Up to their signs, the terms up to the last
    // negative one are those from 1 - f to -q.
    let fraction = q - floor;
    let magnitude = q.abs();
    let last = (floor + 1.0) + magnitude;
    let one = q.splat(1.0);
    let positive = positive_zeta(s, negative.select(fraction, q), unit);
    let from = positive_zeta(s, negative.select(last, one), unit);
    let beyond = positive_zeta(s, negative.select(magnitude + 1.0, one), unit);
    // In this order, terms that cancel for odd s cancel exactly.
    let even = is_even(s);
    let both = even.select(positive + from - beyond, positive - from + beyond);
    let value = negative.select(both, positive);

    let nan = q.splat(f64::NAN);
    let infinity = q.splat(f64::INFINITY);
    let pole = q.le(0.0) & q.eq(floor);
    let value = (negative & s.ne(s.floor())).select(nan, value);
    let value = pole.select(even.select(infinity, nan), value);
    let value = s.lt(1.0).select(nan, value);
    s.eq(1.0).select(infinity, value)
}

/// Returns `unit^s zeta(s, q)` for `q > 0` and `s > 1` by the Euler-Maclaurin formula (DLMF
/// 25.11.28). It sums ten terms of the series, and then, with `a = q + 10`, the terms `a^(1-s) /
/// (s-1)`, `a^-s / 2` and `B_2j / (2j)! s (s+1) ... (s+2j-2) a^(1-s-2j)`.
fn positive_zeta<'a>(s: Expr<'a>, q: Expr<'a>, unit: Option<Expr<'a>>) -> Expr<'a> {
    let power = -s;
    let term = |x: Expr<'a>| unit.map_or(x, |unit| x / unit).pow(power);
    let mut sum = term(q);
    for k in 1..TERMS {
        sum = sum + term(q + f64::from(k));
    }
    let a = q + f64::from(TERMS);
    let last = term(a);
    // The integral needs a power of its own, which may not vanish where those of the terms do.
    let inverse = 1.0 - s;
    let integral = unit.map_or(a.pow(inverse), |unit| unit * (a / unit).pow(inverse)) / (s - 1.0);
    let mut tail = 0.5 * last;
    let mut term = last * (s / a);
    for (index, coefficient) in EULER_MACLAURIN.iter().enumerate() {
        tail = tail + *coefficient * term;
        let at = (2 * index) as f64;
        term = term * ((s + (at + 1.0)) / a) * ((s + (at + 2.0)) / a);
    }
    // A huge s or q makes the tail zero, but some of its factors infinite.
    sum + (integral + last.eq(0.0).select(sum.splat(0.0), tail))
}

fn is_even<'a>(s: Expr<'a>) -> Cond<'a> {
    let half = s * 0.5;
    half.eq(half.floor())
}

/// Returns the n-th derivative of digamma, `(-1)^(n+1) n! zeta(n + 1, x)` (DLMF 25.11.12). The
/// result is NaN if `n` is negative or not an integer.
pub fn polygamma<'a>(n: Expr<'a>, x: Expr<'a>) -> Expr<'a> {
    // The least magnitude of the numbers whose powers zeta sums.
    let fraction = x - x.floor();
    let unit = x.gt(0.0).select(x, fraction.min(1.0 - fraction));
    let s = n + 1.0;
    let zeta = scaled_zeta(s, x, Some(unit));
    // `n! unit^-s`: with the exact factorial if it is small, else by exponentials and
    // logarithms.
    const EXACT: u32 = 12;
    let mut factorial = n.splat(1.0);
    for k in 2..=EXACT {
        let k = f64::from(k);
        factorial = n.ge(k).select(factorial * k, factorial);
    }
    // The power is split in two halves. Neither underflows where the product does not.
    let root = unit.pow(-0.5 * s);
    let small = root * factorial * zeta * root;
    let large = (lgamma(s) - s * unit.log()).exp() * zeta;
    let product = n.gt(f64::from(EXACT)).select(large, small);
    let value = is_even(n).select(-product, product);
    let value = x.eq(f64::INFINITY).select(x.splat(0.0), value);
    let value = n.eq(0.0).select(digamma(x), value);
    (n.lt(0.0) | n.ne(n.floor())).select(n.splat(f64::NAN), value)
}
