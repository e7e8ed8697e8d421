// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Hurwitz zeta function and the derivatives of digamma.

use super::super::expr::{Cond, Expr};
use super::coefficients::EULER_MACLAURIN;
use super::gamma::{digamma, lgamma};

/// Terms of the sum before the Euler-Maclaurin formula takes over.
const TERMS: u32 = 10;

/// The sum of `(q + k)^-s` over `k >= 0`. Infinite at `s = 1`, NaN below; at the
/// poles, where q is zero or a negative integer, infinite for even s and NaN for
/// others. A negative q that is no integer needs an integer s.
pub fn zeta<'a>(s: Expr<'a>, q: Expr<'a>) -> Expr<'a> {
    scaled_zeta(s, q, None)
}

/// `unit^s zeta(s, q)`, which neither overflows nor underflows where zeta does.
fn scaled_zeta<'a>(s: Expr<'a>, q: Expr<'a>, unit: Option<Expr<'a>>) -> Expr<'a> {
    let floor = q.floor();
    let negative = q.lt(0.0);
    // Below zero the terms up to the last negative one are, but for their sign,
    // those from 1 - f up to -q, where f is the fraction of q.
    let fraction = q - floor;
    let magnitude = q.abs();
    let last = (floor + 1.0) + magnitude;
    let one = q.same(1.0);
    let positive = positive_zeta(s, negative.select(fraction, q), unit);
    let from = positive_zeta(s, negative.select(last, one), unit);
    let beyond = positive_zeta(s, negative.select(magnitude + 1.0, one), unit);
    // In this order what cancels for odd s cancels exactly.
    let even = is_even(s);
    let both = even.select(positive + from - beyond, positive - from + beyond);
    let value = negative.select(both, positive);

    let nan = q.same(f64::NAN);
    let infinity = q.same(f64::INFINITY);
    let pole = q.le(0.0) & q.eq(floor);
    let value = (negative & s.ne(s.floor())).select(nan, value);
    let value = pole.select(even.select(infinity, nan), value);
    let value = s.lt(1.0).select(nan, value);
    s.eq(1.0).select(infinity, value)
}

/// `unit^s zeta(s, q)` for `q > 0` and `s > 1` by Euler and Maclaurin (DLMF 25.11.28):
/// ten terms, then with `a = q + 10` the sum of `a^(1-s) / (s-1)`, `a^-s / 2` and
/// `B_2j / (2j)! s (s+1) ... (s+2j-2) a^(1-s-2j)`.
fn positive_zeta<'a>(s: Expr<'a>, q: Expr<'a>, unit: Option<Expr<'a>>) -> Expr<'a> {
    let power = -s;
    let term = |x: Expr<'a>| unit.map_or(x, |unit| x / unit).pow(power);
    let mut sum = term(q);
    for k in 1..TERMS {
        sum = sum + term(q + f64::from(k));
    }
    let a = q + f64::from(TERMS);
    let last = term(a);
    // By its own power, which may be large enough where the terms' is not.
    let inverse = 1.0 - s;
    let integral = unit.map_or(a.pow(inverse), |unit| unit * (a / unit).pow(inverse)) / (s - 1.0);
    let mut tail = 0.5 * last;
    let mut term = last * (s / a);
    for (index, coefficient) in EULER_MACLAURIN.iter().enumerate() {
        tail = tail + *coefficient * term;
        let at = (2 * index) as f64;
        term = term * ((s + (at + 1.0)) / a) * ((s + (at + 2.0)) / a);
    }
    // A huge s or q has no tail, and factors that are infinite.
    sum + (integral + last.eq(0.0).select(sum.same(0.0), tail))
}

fn is_even<'a>(s: Expr<'a>) -> Cond<'a> {
    let half = s * 0.5;
    half.eq(half.floor())
}

/// The n-th derivative of digamma: `(-1)^(n+1) n! zeta(n + 1, x)` (DLMF 25.11.12).
/// NaN where n is no integer or negative.
pub fn polygamma<'a>(n: Expr<'a>, x: Expr<'a>) -> Expr<'a> {
    // The least of the numbers that zeta sums the powers of.
    let fraction = x - x.floor();
    let unit = x.gt(0.0).select(x, fraction.min(1.0 - fraction));
    let s = n + 1.0;
    let zeta = scaled_zeta(s, x, Some(unit));
    // `n! unit^-s`: with the factorial itself where it is small, else by exponents.
    const EXACT: u32 = 12;
    let mut factorial = n.same(1.0);
    for k in 2..=EXACT {
        let k = f64::from(k);
        factorial = n.ge(k).select(factorial * k, factorial);
    }
    // In two halves, of which none underflows where the product does not.
    let root = unit.pow(-0.5 * s);
    let small = root * factorial * zeta * root;
    let large = (lgamma(s) - s * unit.log()).exp() * zeta;
    let product = n.gt(f64::from(EXACT)).select(large, small);
    let value = is_even(n).select(-product, product);
    let value = x.eq(f64::INFINITY).select(x.same(0.0), value);
    let value = n.eq(0.0).select(digamma(x), value);
    (n.lt(0.0) | n.ne(n.floor())).select(n.same(f64::NAN), value)
}
