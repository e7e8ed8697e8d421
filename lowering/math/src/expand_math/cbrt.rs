// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cbrt` and `rsqrt`.

use super::double_word::product_error;
use super::real::{Int, Real, Select};

/// Computes the cube root.
///
/// A division of the representation by -3, with a constant added, approximates `1 / cbrt x` to 4
/// bits. A cubically convergent iteration for `r^-3 = x` without divisions refines it. A last
/// step uses the exact residual.
#[inline(always)]
pub fn cbrt<F: Real>(x: F) -> F {
    let format = x.format();
    let a = x.abs();
    let small = a.below(format.min_normal());
    let digits = 3 * (format.digits.div_ceil(3) as i32);
    let normal = small.select(a.times(format.power_of_two(digits)), a);
    // The cube of a root that was rounded up must not overflow.
    let large = a.above(format.power_of_two(format.bias as i32 - 3));
    let normal = large.select(a.times(format.power_of_two(-6)), normal);
    // Convert the leading bits to a number. They fit in the fraction of `holder`.
    let drop = format.bits - 22;
    let holder = format.power_of_two(format.fraction() as i32);
    let holder_bits = (format.bias + i64::from(format.fraction())) << format.fraction();
    let leading = (normal.bits() >> drop).plus(holder_bits).real().plus(-holder);
    let origin = (format.bias << format.fraction() >> drop) as f64;
    // r = 2^(-e/3) (1 - ...), centered to minimize the largest error.
    let fudge = 0.0450465 * format.power_of_two(22 - 1 - exponent_bits(format.bits) as i32);
    let third = leading.times(-1.0 / 3.0).plus(origin * 4.0 / 3.0 - fudge);
    let mut r = (third.nearest().1 << drop).real();
    for _ in 0..format.pick(2.0, 3.0) as usize {
        // With d = 1 - x r^3, the next r is r (1 + d/3 + 2 d^2/9), with an error of 14 d^3 / 81.
        let d = (normal * r).neg_mul_add(r * r, x.lit(1.0));
        let series = d.mul_add(x.lit(2.0 / 9.0), x.lit(1.0 / 3.0));
        r = (r * d).mul_add(series, r);
    }
    let root = normal * r * r;
    // The correction is (x - root^3) / (3 root^2), and r^2 approximates 1 / root^2.
    let square = root * root;
    let square_error = product_error(root, root, square);
    let cube = square * root;
    let cube_error = product_error(square, root, cube);
    let residual = ((normal - cube) - cube_error) - square_error * root;
    let root = (residual * r * r).mul_add(x.lit(1.0 / 3.0), root);
    let root = small.select(root.times(format.power_of_two(-digits / 3)), root);
    let root = large.select(root.times(4.0), root);
    let regular = a.above(0.0) & a.below(f64::INFINITY);
    regular.select(root, a).copysign(x)
}

fn exponent_bits(bits: u32) -> u32 {
    if bits == 32 { 8 } else { 11 }
}

/// Computes `1 / sqrt(x)`, with a rounding after the root and after the division.
#[inline(always)]
pub fn rsqrt<F: Real>(x: F) -> F {
    x.lit(1.0) / x.sqrt()
}
