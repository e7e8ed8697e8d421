// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `asin`, `acos`, `atan`, `atan2`.

use super::coefficients::{ASIN, ATAN, HALF_PI, QUARTER_PI};
use super::double_word::{Pair, fast_two_sum};
use super::real::{Int, Real, Select};

/// The arcsine of a number of at most 1/2, as the sum of `s` and `rest`.
struct SmallAsin<F: Real> {
    /// Whether `|x|` is above 1/2. The sum is `asin(sqrt((1 - |x|) / 2))` in this case, and
    /// `asin(|x|)` otherwise.
    folded: F::Bool,
    s: F,
    rest: F,
}

#[inline(always)]
fn small_asin<F: Real>(x: F) -> SmallAsin<F> {
    let a = x.abs();
    let folded = a.above(0.5);
    let z = folded.select((x.lit(1.0) - a).times(0.5), a * a);
    let s = folded.select(z.sqrt(), a);
    SmallAsin { folded, s, rest: s * z * z.polynomial(&ASIN) }
}

/// Computes `asin(x)`: for `|x|` above 1/2 as `pi/2 - 2 asin(sqrt((1 - |x|) / 2))` with the sign of
/// `x`.
#[inline(always)]
pub fn asin<F: Real>(x: F) -> F {
    let SmallAsin { folded, s, rest } = small_asin(x);
    let right = Pair::constant(x, &HALF_PI);
    let difference = fast_two_sum(right.hi, -(s + s));
    let far = difference.hi + (difference.lo + (right.lo - (rest + rest)));
    folded.select(far, s + rest).copysign(x)
}

/// Computes `acos(x)`: `pi/2 - asin(x)` if `|x| <= 1/2`, `2 asin(sqrt((1 - x) / 2))` for larger
/// `x`, and `pi - 2 asin(sqrt((1 + x) / 2))` for smaller `x`.
#[inline(always)]
pub fn acos<F: Real>(x: F) -> F {
    let SmallAsin { folded, s, rest } = small_asin(x);
    let negative = x.below(0.0);
    let right = Pair::constant(x, &HALF_PI);
    let zero = x.lit(0.0);
    // The result is count * pi/2 + signed * asin(s). See the cases above.
    let turned = negative.select(x.lit(2.0), zero);
    let count = folded.select(turned, x.lit(1.0));
    let size = folded.select(x.lit(2.0), x.lit(1.0));
    let signed = (negative ^ folded).select(size, -size);
    let sum = fast_two_sum(right.hi * count, signed * s);
    sum.hi + (sum.lo + signed.mul_add(rest, right.lo * count))
}

/// Computes `atan(x)`.
#[inline(always)]
pub fn atan<F: Real>(x: F) -> F {
    let one = x.lit(1.0);
    let a = x.abs();
    let steep = a.gt(one);
    let ratio = ratio(steep.select(one, a), steep.select(a, one));
    let zero = x.lit(0.0);
    combine(ratio, steep, zero.lt(zero)).copysign(x)
}

/// Computes `atan2(y, x)`, the angle of the point `(x, y)`.
#[inline(always)]
pub fn atan2<F: Real>(y: F, x: F) -> F {
    let format = x.format();
    let (one, zero, infinity) = (x.lit(1.0), x.lit(0.0), x.lit(f64::INFINITY));
    // If an argument is infinite, replace infinities by 1 and finite numbers by 0.
    let (y_infinite, x_infinite) = (y.abs().eq(infinity), x.abs().eq(infinity));
    let any = y_infinite | x_infinite;
    let ay = any.select(y_infinite.select(one, zero), y.abs());
    let ax = any.select(x_infinite.select(one, zero), x.abs());
    let steep = ay.gt(ax);
    let (short, long) = (steep.select(ax, ay), steep.select(ay, ax));
    // Scale large numbers so that `short + long` does not overflow, and avoid a denominator of 0.
    let top = long.above(format.power_of_two(format.bias as i32 - 1));
    let factor = top.select(x.lit(0.25), one);
    let long = long.is(0.0).select(one, long * factor);
    let ratio = ratio(short * factor, long);
    let right = (x.bits() & x.int(1 << (format.bits - 1))).is(0);
    let angle = combine(ratio, steep, !right).copysign(y);
    let ordered = x.eq(x) & y.eq(y);
    ordered.select(angle, x + y)
}

/// The arctangent of `short / long`, as the sum of `q`, `rest` and, if `diagonal` holds, `pi/4`.
struct Ratio<F: Real> {
    diagonal: F::Bool,
    q: F,
    rest: F,
}

/// Computes `atan t` for `t = short / long`: as `pi/4 + atan((t - 1) / (t + 1))` for `t` above
/// `tan(pi/8)`.
#[inline(always)]
fn ratio<F: Real>(short: F, long: F) -> Ratio<F> {
    let diagonal = short.gt(long.times(std::f64::consts::SQRT_2 - 1.0));
    let numerator = diagonal.select(short - long, short);
    let denominator = diagonal.select(short + long, long);
    let q = numerator / denominator;
    let z = q * q;
    Ratio { diagonal, q, rest: q * z * z.polynomial(&ATAN) }
}

/// Computes an angle from the angle of `ratio`. Subtracts the angle from `pi/2` if `steep` holds,
/// and then subtracts the result from `pi` if `left` holds.
#[inline(always)]
fn combine<F: Real>(ratio: Ratio<F>, steep: F::Bool, left: F::Bool) -> F {
    let Ratio { diagonal, q, rest } = ratio;
    let quarters = diagonal.select(q.lit(1.0), q.lit(0.0));
    let quarters = steep.select(q.lit(2.0) - quarters, quarters);
    let quarters = left.select(q.lit(4.0) - quarters, quarters);
    let flip = steep ^ left;
    let q = flip.select(-q, q);
    let rest = flip.select(-rest, rest);
    let sum = fast_two_sum(quarters * q.constant(&QUARTER_PI, 0), q);
    sum.hi + (sum.lo + quarters.mul_add(q.constant(&QUARTER_PI, 1), rest))
}
