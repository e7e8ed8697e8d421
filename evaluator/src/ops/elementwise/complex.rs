// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Functions of complex numbers in `f64`: arithmetic, roots, powers and logarithms.
//!
//! Infinities and NaN follow C (ISO/IEC 9899, annex G), except where XLA differs.

use num_complex::Complex;

/// A complex number.
pub type C = Complex<f64>;

/// Returns the modulus, which is infinite if the real or the imaginary part is infinite.
pub fn abs(z: C) -> f64 {
    z.re.hypot(z.im)
}

/// Returns the number divided by its modulus. Returns zero for zero, and NaN if the real or the
/// imaginary part is NaN.
pub fn sign(z: C) -> C {
    if z.re.is_nan() || z.im.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(0.0, 0.0);
    }
    let (z, modulus) = match abs(z) {
        // The parts are finite, but the modulus overflows.
        modulus if modulus.is_infinite() && z.re.is_finite() && z.im.is_finite() => {
            (z * 0.5, abs(z * 0.5))
        }
        modulus => (z, modulus),
    };
    C::new(z.re / modulus, z.im / modulus)
}

/// Returns the greater or the lesser of two numbers in lexicographic order. If either number
/// contains a NaN, returns a number that contains a NaN.
pub fn extreme(a: C, b: C, greater: bool) -> C {
    let nan = |z: C| z.re.is_nan() || z.im.is_nan();
    let first = nan(a) || !nan(b) && ((a.re, a.im) > (b.re, b.im)) == greater;
    if first { a } else { b }
}

/// Returns the quotient. Scaling ensures that the computation overflows only if the result is out
/// of range (C, annex G.5.1, example 2).
pub fn divide(a: C, b: C) -> C {
    let largest = b.re.abs().max(b.im.abs());
    let exponent = if largest.is_finite() && largest > 0.0 { libm::ilogb(largest) } else { 0 };
    let (c, d) = (libm::scalbn(b.re, -exponent), libm::scalbn(b.im, -exponent));
    // Scales the dividend too, so that its products stay in range.
    let above = a.re.abs().max(a.im.abs());
    let own = if above.is_finite() && above > 0.0 { libm::ilogb(above) } else { 0 };
    let (re, im) = (libm::scalbn(a.re, -own), libm::scalbn(a.im, -own));
    let denominator = c * c + d * d;
    let scaled = |value: f64| libm::scalbn(value / denominator, own - exponent);
    let quotient = C::new(scaled(re * c + im * d), scaled(im * c - re * d));
    if !quotient.re.is_nan() || !quotient.im.is_nan() {
        return quotient;
    }
    let sign = |value: f64| if value.is_infinite() { 1.0_f64 } else { 0.0 }.copysign(value);
    let finite = |z: C| z.re.is_finite() && z.im.is_finite();
    if denominator == 0.0 && (!a.re.is_nan() || !a.im.is_nan()) {
        let infinity = f64::INFINITY.copysign(c);
        C::new(infinity * a.re, infinity * a.im)
    } else if (a.re.is_infinite() || a.im.is_infinite()) && finite(b) {
        let (x, y) = (sign(a.re), sign(a.im));
        C::new(f64::INFINITY * (x * c + y * d), f64::INFINITY * (y * c - x * d))
    } else if (b.re.is_infinite() || b.im.is_infinite()) && finite(a) {
        let (x, y) = (sign(b.re), sign(b.im));
        C::new(0.0 * (a.re * x + a.im * y), 0.0 * (a.im * x - a.re * y))
    } else {
        quotient
    }
}

/// Returns the principal square root (W. Kahan, "Branch cuts for complex elementary functions").
pub fn sqrt(z: C) -> C {
    if z.re == 0.0 && z.im == 0.0 {
        return C::new(0.0, z.im);
    }
    if z.im.is_infinite() {
        return C::new(f64::INFINITY, z.im);
    }
    if z.re.is_nan() {
        return C::new(f64::NAN, f64::NAN);
    }
    if z.re.is_infinite() {
        let other = if z.im.is_nan() { f64::NAN } else { 0.0 };
        return if z.re > 0.0 {
            C::new(z.re, other.copysign(z.im))
        } else if z.im.is_nan() {
            C::new(f64::NAN, f64::INFINITY)
        } else {
            C::new(other, f64::INFINITY.copysign(z.im))
        };
    }
    // Scales by an even power of two, so that squares neither overflow nor lose bits.
    let largest = z.re.abs().max(z.im.abs());
    let half = if largest > 0.0 { libm::ilogb(largest) / 2 } else { 0 };
    let (x, y) = (libm::scalbn(z.re, -2 * half), libm::scalbn(z.im, -2 * half));
    let root = libm::scalbn(((x.abs() + x.hypot(y)) * 0.5).sqrt(), half);
    let other = z.im.abs() / (2.0 * root);
    if x >= 0.0 { C::new(root, other.copysign(z.im)) } else { C::new(other, root.copysign(z.im)) }
}

/// Returns the principal cube root of a complex number.
pub fn cbrt(z: C) -> C {
    if z.im == 0.0 && z.re >= 0.0 {
        return C::new(z.re.cbrt(), z.im);
    }
    // The modulus of large numbers may overflow.
    let scale: f64 = if z.re.abs().max(z.im.abs()) > 1e300 { 0.125 } else { 1.0 };
    let (radius, angle) = (abs(z * scale).cbrt() / scale.cbrt(), z.im.atan2(z.re) / 3.0);
    C::new(radius * angle.cos(), radius * angle.sin())
}

/// Returns the exponential function. The result is NaN if the imaginary part is not finite, as
/// StableHLO's tests expect.
pub fn exp(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp(), z.im);
    }
    if !z.im.is_finite() {
        return C::new(f64::NAN, f64::NAN);
    }
    let (sin, cos) = z.im.sin_cos();
    C::new(exp_times(z.re, cos), exp_times(z.re, sin))
}

/// Returns `exp(x) * factor`, without overflow if only the exponential is out of range.
pub fn exp_times(x: f64, factor: f64) -> f64 {
    if x > 709.0 && x < 2000.0 {
        // Splits the power into three factors, each of which is in range.
        let power = 512.0_f64.exp();
        let rest = (x - 512.0) / 2.0;
        return factor * rest.exp() * power * rest.exp();
    }
    x.exp() * factor
}

/// Returns `exp(z) - 1`, whose real part is `expm1(x) cos(y) - 2 sin(y / 2)^2` and whose imaginary
/// part is `exp(x) sin(y)`.
pub fn expm1(z: C) -> C {
    if z.im == 0.0 {
        return C::new(z.re.exp_m1(), z.im);
    }
    if !z.im.is_finite() || !z.re.is_finite() {
        return exp(z) - 1.0;
    }
    let half = (z.im * 0.5).sin();
    let real = if z.re > 700.0 {
        exp_times(z.re, z.im.cos())
    } else {
        z.re.exp_m1() * z.im.cos() - 2.0 * half * half
    };
    C::new(real, exp_times(z.re, z.im.sin()))
}

/// Returns the principal logarithm of a complex number.
pub fn log(z: C) -> C {
    C::new(log_abs(z), z.im.atan2(z.re))
}

/// Returns the logarithm of the modulus. The result is accurate even if it is close to zero.
pub fn log_abs(z: C) -> f64 {
    let (large, small) = (z.re.abs().max(z.im.abs()), z.re.abs().min(z.im.abs()));
    if !(0.5..=2.0).contains(&large) {
        if (z.re.is_nan() || z.im.is_nan()) && !z.re.is_infinite() && !z.im.is_infinite() {
            return f64::NAN;
        }
        let ratio = if large > 0.0 && large.is_finite() { small / large } else { 0.0 };
        return large.ln() + 0.5 * (ratio * ratio).ln_1p();
    }
    if z.re.is_nan() || z.im.is_nan() {
        return f64::NAN;
    }
    0.5 * sum(&[-1.0, large * large, small * small, rest(large), rest(small)]).ln_1p()
}

/// Returns the rounding error of `x * x`.
fn rest(x: f64) -> f64 {
    x.mul_add(x, -(x * x))
}

/// Returns the sum of `terms`, computed with twice the usual precision (T. Ogita, S. Rump, S.
/// Oishi, "Accurate sum and dot product").
fn sum(terms: &[f64]) -> f64 {
    let (mut total, mut lost) = (0.0, 0.0);
    for term in terms {
        let next: f64 = total + term;
        let back = next - total;
        lost += (total - (next - back)) + (term - back);
        total = next;
    }
    total + lost
}

/// Returns `log(1 + z)`.
pub fn log1p(z: C) -> C {
    if z.im == 0.0 && z.re >= -1.0 {
        return C::new(z.re.ln_1p(), z.im);
    }
    let moved = C::new(1.0 + z.re, z.im);
    if !(z.re.abs() <= 4.0 && z.im.abs() <= 4.0) {
        return log(moved);
    }
    let (x, y) = (z.re, z.im);
    // |1 + z|^2 - 1
    let over = sum(&[2.0 * x, x * x, y * y, rest(x), rest(y)]);
    let real = if over < -0.5 { log_abs(moved) } else { 0.5 * over.ln_1p() };
    C::new(real, y.atan2(moved.re))
}

/// Returns `1 / (1 + exp(-z))`, without overflow if the result is tiny.
pub fn logistic(z: C) -> C {
    let one = C::new(1.0, 0.0);
    if z.re < 0.0 {
        let power = exp(z);
        divide(power, power + 1.0)
    } else {
        divide(one, exp(-z) + 1.0)
    }
}

/// Returns `a` to the power of `b`, `exp(b * log(a))`. As in XLA, any number to the power of zero
/// is one, and one to any power is one.
pub fn power(a: C, b: C) -> C {
    let (zero, one) = (C::new(0.0, 0.0), C::new(1.0, 0.0));
    if b == zero || a == one {
        return one;
    }
    if a == zero {
        return if b.re > 0.0 { zero } else { C::new(f64::NAN, f64::NAN) };
    }
    if b.im == 0.0 {
        if a.im == 0.0 && a.re > 0.0 {
            return C::new(a.re.powf(b.re), 0.0);
        }
        if b.re.fract() == 0.0 && b.re.abs() <= 64.0 {
            let raised = (1..b.re.abs() as u32).fold(a, |product, _| product * a);
            let raised = if b.re < 0.0 { divide(one, raised) } else { raised };
            if raised.re.is_normal() || raised.im.is_normal() {
                return raised;
            }
        }
    }
    let (size, angle) = (log_abs(a), a.im.atan2(a.re));
    let phase = b.re * angle + b.im * size;
    let modulus = abs(a).powf(b.re) * (-b.im * angle).exp();
    if modulus.is_normal() {
        C::new(modulus * phase.cos(), modulus * phase.sin())
    } else {
        exp(C::new(b.re * size - b.im * angle, phase))
    }
}

/// Returns the angle whose sine and cosine are proportional to `y` and `x`:
/// `-i log((x + i y) / sqrt(x^2 + y^2))`.
pub fn atan2(y: C, x: C) -> C {
    if y.im == 0.0 && x.im == 0.0 {
        return C::new(y.re.atan2(x.re), 0.0);
    }
    let i = C::new(0.0, 1.0);
    let unit = log(divide(x + i * y, sqrt(x * x + y * y)));
    C::new(unit.im, -unit.re)
}
