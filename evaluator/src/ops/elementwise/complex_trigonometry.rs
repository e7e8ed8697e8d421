// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Trigonometric and hyperbolic functions of complex numbers and their inverses, in `f64`.
//! Infinities and NaN follow C (ISO/IEC 9899, annex G.6).

use super::complex::{C, exp_times, log_abs};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, LN_2};

/// Returns `i * z`.
fn times_i(z: C) -> C {
    C::new(-z.im, z.re)
}

/// Returns `-i * z`.
fn times_minus_i(z: C) -> C {
    C::new(z.im, -z.re)
}

/// Returns `sinh(x) * factor`, without overflow if only `sinh(x)` is out of range.
fn sinh_times(x: f64, factor: f64) -> f64 {
    if x.abs() > 40.0 {
        exp_times(x.abs(), factor * 0.5_f64.copysign(x))
    } else {
        x.sinh() * factor
    }
}

/// Returns `cosh(x) * factor`, without overflow if only `cosh(x)` is out of range.
fn cosh_times(x: f64, factor: f64) -> f64 {
    if x.abs() > 40.0 { exp_times(x.abs(), factor * 0.5) } else { x.cosh() * factor }
}

/// Returns `sinh(x) cos(y) + i cosh(x) sin(y)`.
pub fn sinh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return C::new(x.sinh(), y);
    }
    if !y.is_finite() {
        let real = if x == 0.0 || x.is_infinite() { x } else { f64::NAN };
        return C::new(real, f64::NAN);
    }
    let (sin, cos) = y.sin_cos();
    // A zero real part stays zero.
    C::new(if x == 0.0 { x * cos } else { sinh_times(x, cos) }, cosh_times(x, sin))
}

/// Returns `cosh(x) cos(y) + i sinh(x) sin(y)`.
pub fn cosh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return C::new(x.cosh(), if x.is_nan() { y } else { y.copysign(y * x.signum()) });
    }
    if !y.is_finite() {
        let real = if x.is_infinite() { f64::INFINITY } else { f64::NAN };
        return C::new(real, if x == 0.0 { x } else { f64::NAN });
    }
    let (sin, cos) = y.sin_cos();
    C::new(cosh_times(x, cos), sinh_times(x, sin))
}

/// Returns `sin(z) = -i sinh(i z)`.
pub fn sin(z: C) -> C {
    times_minus_i(sinh(times_i(z)))
}

/// Returns `cos(z) = cosh(i z)`.
pub fn cos(z: C) -> C {
    cosh(times_i(z))
}

/// Returns the hyperbolic tangent (W. Kahan, "Branch cuts for complex elementary functions").
pub fn tanh(z: C) -> C {
    let (x, y) = (z.re, z.im);
    if x.is_nan() {
        return C::new(x, if y == 0.0 { y } else { f64::NAN });
    }
    if x.is_infinite() {
        let sign = if y.is_finite() { y.sin() * y.cos() } else { y };
        return C::new(1.0_f64.copysign(x), 0.0_f64.copysign(sign));
    }
    if !y.is_finite() {
        return C::new(if x == 0.0 { x } else { f64::NAN }, f64::NAN);
    }
    if x.abs() >= 22.0 {
        let decay = (-x.abs()).exp();
        return C::new(1.0_f64.copysign(x), 4.0 * y.sin() * y.cos() * decay * decay);
    }
    let (t, s) = (y.tan(), x.sinh());
    let (beta, rho) = (1.0 + t * t, (1.0 + s * s).sqrt());
    let denominator = 1.0 + beta * s * s;
    C::new(beta * rho * s / denominator, t / denominator)
}

/// Returns `tan(z) = -i tanh(i z)`.
pub fn tan(z: C) -> C {
    times_minus_i(tanh(times_i(z)))
}

/// Returns the common part of the inverse sine and cosine. With `z = sin(u + i v)`, it is
/// `|cos(u)| cosh(v) + i |v|` (T. Hull, T. Fairgrieve, P. Tang, "Implementing the complex
/// arcsine and arccosine functions using exception handling").
pub fn asin_acos_kernel(z: C) -> C {
    let (x, y) = (z.re.abs(), z.im.abs());
    if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_infinite() {
        let real = if x.is_infinite() && y.is_finite() { 0.0 } else { y };
        let infinite = x.is_infinite() || y.is_infinite();
        return C::new(real, if infinite { f64::INFINITY } else { f64::NAN });
    }
    let below = (x - 1.0).abs();
    if y <= f64::EPSILON * 0.5 * below {
        // The number is real to working precision.
        if x < 1.0 {
            let real = ((1.0 - x) * (1.0 + x)).sqrt();
            return C::new(real, y / real);
        }
        let root = (x - 1.0).sqrt() * (x + 1.0).sqrt();
        let imaginary = if x > 1e150 { LN_2 + x.ln() } else { (below + root).ln_1p() };
        // At exactly one, the result is zero, as y is.
        let real = if root == 0.0 { 0.0 } else { y * (x / root) };
        return C::new(real, imaginary);
    }
    if x.max(y) > 1e150 {
        return C::new(y, LN_2 + log_abs(C::new(x, y)));
    }
    let (r, s) = ((x + 1.0).hypot(y), (x - 1.0).hypot(y));
    let a = 0.5 * (r + s);
    // `past` is a - x and `over` is a - 1, both without cancellation.
    let past = if x <= 1.0 {
        0.5 * (y * y / (r + x + 1.0) + (s + (1.0 - x)))
    } else {
        0.5 * y * (y / (r + x + 1.0) + y / (s + (x - 1.0)))
    };
    let real = (past * (a + x)).sqrt();
    if a > 1.5 {
        return C::new(real, (a + (a * a - 1.0).sqrt()).ln());
    }
    let over = if x < 1.0 {
        0.5 * y * (y / (r + x + 1.0) + y / (s + (1.0 - x)))
    } else {
        0.5 * (y * y / (r + x + 1.0) + (s + (x - 1.0)))
    };
    C::new(real, (over + (over * (a + 1.0)).sqrt()).ln_1p())
}

/// Returns the inverse sine of a complex number.
pub fn asin(z: C) -> C {
    let kernel = asin_acos_kernel(z);
    let real = match (z.re.is_infinite(), z.im.is_infinite()) {
        (true, true) => FRAC_PI_4.copysign(z.re),
        (false, true) if !z.re.is_nan() => 0.0_f64.copysign(z.re),
        _ if z.re == 0.0 => z.re,
        _ => z.re.atan2(kernel.re),
    };
    C::new(real, kernel.im.copysign(z.im))
}

/// Returns the inverse cosine of a complex number.
pub fn acos(z: C) -> C {
    let kernel = asin_acos_kernel(z);
    let real = match (z.re.is_infinite(), z.im.is_infinite()) {
        (true, true) => 1.0_f64.atan2(1.0_f64.copysign(z.re)),
        (false, true) if !z.re.is_nan() => FRAC_PI_2,
        _ if z.re == 0.0 => FRAC_PI_2,
        _ => kernel.re.atan2(z.re),
    };
    C::new(real, -kernel.im.copysign(z.im))
}

/// Returns the inverse hyperbolic cosine, which is the inverse cosine rotated to the right
/// half-plane.
pub fn acosh(z: C) -> C {
    let angle = acos(z);
    C::new(angle.im.abs(), angle.re.copysign(z.im))
}

/// Returns `asinh(z) = -i asin(i z)`.
pub fn asinh(z: C) -> C {
    times_minus_i(asin(times_i(z)))
}

/// Returns the inverse hyperbolic tangent (W. Kahan, "Branch cuts for complex elementary
/// functions"). The real part is `log1p(4 x / ((1 - x)^2 + y^2)) / 4`. The imaginary part is half
/// the angle of `(1 - x) (1 + x) - y^2 + 2 i y`.
pub fn atanh(z: C) -> C {
    let (x, y) = (z.re.abs(), z.im.abs());
    let signed = |real: f64, imaginary: f64| C::new(real.copysign(z.re), imaginary.copysign(z.im));
    if y == 0.0 && x <= 1.0 {
        return C::new(libm::atanh(z.re), z.im);
    }
    if x == 0.0 {
        return C::new(z.re, z.im.atan());
    }
    if x.is_infinite() || y.is_infinite() {
        return signed(0.0, if y.is_nan() { f64::NAN } else { FRAC_PI_2 });
    }
    if x.is_nan() || y.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    if x.max(y) > 1e18 {
        // The real part of the reciprocal, scaled so that the modulus does not overflow.
        let scale = x.max(y);
        let (x, y) = (x / scale, y / scale);
        return signed(x / (x * x + y * y) / scale, FRAC_PI_2);
    }
    let small = f64::EPSILON * 0.5;
    let real = if x == 1.0 && y < small {
        (LN_2 - y.ln()) / 2.0
    } else {
        let distance = (x - 1.0).hypot(y);
        (4.0 * x / distance / distance).ln_1p() / 4.0
    };
    let imaginary = if x == 1.0 {
        2.0_f64.atan2(-y) / 2.0
    } else {
        let square = if y < small { 0.0 } else { y * y };
        (2.0 * y).atan2((1.0 - x) * (1.0 + x) - square) / 2.0
    };
    signed(real, imaginary)
}

/// Returns `atan(z) = -i atanh(i z)`.
pub fn atan(z: C) -> C {
    times_minus_i(atanh(times_i(z)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    const INF: f64 = f64::INFINITY;

    fn close(actual: C, re: f64, im: f64) {
        let near = |a: f64, b: f64| {
            a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 4e-15 * b.abs() + 1e-300
        };
        assert!(near(actual.re, re) && near(actual.im, im), "{actual}, not {re} and {im}");
    }

    // Expected values from NumPy.
    #[test]
    fn ordinary_values() {
        let z = C::new(1.0, 2.0);
        close(sin(z), 3.165_778_513_216_168, 1.959_601_041_421_606_3);
        close(cos(z), 2.032_723_007_019_665_6, -3.051_897_799_151_8);
        close(tan(z), 0.033_812_826_079_896_69, 1.014_793_616_146_633_5);
        close(tanh(z), 1.166_736_257_240_92, -0.243_458_201_185_725_34);
        close(asin(z), 0.427_078_586_392_476_15, 1.528_570_919_480_998_2);
        close(acos(z), 1.143_717_740_402_420_5, -1.528_570_919_480_998_2);
        close(acosh(z), 1.528_570_919_480_998_2, 1.143_717_740_402_420_5);
        close(asinh(z), 1.469_351_744_368_185_4, 1.063_440_023_577_752);
        close(atan(z), 1.338_972_522_294_493_3, 0.402_359_478_108_525_1);
        close(atanh(z), 0.173_286_795_139_986_3, 1.178_097_245_096_172_4);
    }

    #[test]
    fn branch_cuts() {
        close(acos(C::new(2.0, 0.0)), 0.0, -1.316_957_896_924_816_7);
        close(acos(C::new(2.0, -0.0)), 0.0, 1.316_957_896_924_816_7);
        close(acos(C::new(-2.0, 0.0)), PI, -1.316_957_896_924_816_7);
        close(asin(C::new(2.0, -0.0)), FRAC_PI_2, -1.316_957_896_924_816_7);
        close(acosh(C::new(-2.0, -0.0)), 1.316_957_896_924_816_7, -PI);
        close(atanh(C::new(2.0, 0.0)), 0.549_306_144_334_054_8, FRAC_PI_2);
        close(atanh(C::new(2.0, -0.0)), 0.549_306_144_334_054_8, -FRAC_PI_2);
    }

    #[test]
    fn far_values() {
        close(sin(C::new(1.0, 1000.0)), INF, INF);
        close(tanh(C::new(1000.0, 1.0)), 1.0, 0.0);
        close(tanh(C::new(INF, f64::NAN)), 1.0, 0.0);
        close(sinh(C::new(0.0, INF)), 0.0, f64::NAN);
        close(cosh(C::new(INF, 0.0)), INF, 0.0);
        close(asin(C::new(1e300, 1e300)), FRAC_PI_4, 691.815_248_669_053_5);
        close(acos(C::new(-INF, 1.0)), PI, -INF);
        close(asinh(C::new(1e-200, 1e-200)), 1e-200, 1e-200);
        close(atan(C::new(INF, 1.0)), FRAC_PI_2, 0.0);
        // In range, although exp(710) is not.
        close(cosh(C::new(710.0, 0.5)), 9.802_574_250_689_392e307, 5.355_170_720_030_244e307);
    }
}
