// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The inverse of the error function, and a Bessel function.

use super::gamma::polynomial;
use std::f64::consts::{FRAC_2_SQRT_PI, PI};

/// Returns the inverse error function of `x`: the number whose error function is `x`.
pub fn erf_inv(x: f64) -> f64 {
    let size = x.abs();
    if x.is_nan() || size > 1.0 {
        return f64::NAN;
    }
    if size == 1.0 {
        return f64::INFINITY.copysign(x);
    }
    if size < 1e-8 {
        return x / FRAC_2_SQRT_PI;
    }
    let mut y = erf_inv_roughly(size);
    for _ in 0..2 {
        // A step of Halley's method. Close to one, where erf loses digits, it uses the distance
        // to one.
        let over = if size < 0.5 { libm::erf(y) - size } else { (1.0 - size) - libm::erfc(y) };
        let step = over / (FRAC_2_SQRT_PI * (-y * y).exp());
        y -= step / (1.0 + y * step);
    }
    y.copysign(x)
}

/// Approximates [`erf_inv`] to the precision of `f32` (M. Giles, "Approximating the erfinv
/// function").
fn erf_inv_roughly(x: f64) -> f64 {
    const NEAR: [f64; 9] = [
        1.501_409_41,
        0.246_640_727,
        -0.004_177_681_64,
        -0.001_253_725_03,
        0.000_218_580_87,
        -4.391_506_54e-6,
        -3.523_387_7e-6,
        3.432_739_39e-7,
        2.810_226_36e-8,
    ];
    const FAR: [f64; 9] = [
        2.832_976_82,
        1.001_674_06,
        0.009_438_870_47,
        -0.007_622_461_3,
        0.005_739_507_73,
        -0.003_676_428_44,
        0.001_349_343_22,
        0.000_100_950_558,
        -0.000_200_214_257,
    ];
    let w = -((1.0 - x) * (1.0 + x)).ln();
    if w < 5.0 {
        return x * polynomial(&NEAR, w - 2.5);
    }
    if w < 16.0 {
        return x * polynomial(&FAR, w.sqrt() - 3.0);
    }
    // Outside the range of the approximation: inverts the tail, exp(-y^2) / (y sqrt(pi)).
    let tail = -(1.0 - x).ln();
    (0..4).fold(tail.sqrt(), |y, _| (tail - (y * PI.sqrt()).ln()).sqrt())
}

/// Returns `exp(-|x|)` times the modified Bessel function of the first kind of order one.
pub fn bessel_i1e(x: f64) -> f64 {
    let size = x.abs();
    let value = if size.is_infinite() {
        0.0
    } else if size < 25.0 {
        // The series of DLMF 10.25.2, whose terms are all positive.
        let square = 0.25 * size * size;
        let (mut term, mut sum, mut k) = (1.0, 1.0, 1.0);
        while term > sum * f64::EPSILON * 0.125 {
            term *= square / (k * (k + 1.0));
            sum += term;
            k += 1.0;
        }
        0.5 * size * sum * (-size).exp()
    } else {
        // The expansion of DLMF 10.40.1, until terms are negligible.
        let (mut term, mut sum, mut k) = (1.0_f64, 1.0, 1.0);
        while term.abs() > f64::EPSILON * 0.125 && k < 60.0 {
            let odd = 2.0 * k - 1.0;
            term *= -(4.0 - odd * odd) / (8.0 * k * size);
            sum += term;
            k += 1.0;
        }
        // Two square roots, since the product overflows for the largest numbers.
        sum / ((2.0 * PI).sqrt() * size.sqrt())
    };
    value.copysign(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: f64, expected: f64) {
        let near = (actual - expected).abs() <= 4e-15 * expected.abs();
        assert!(near, "{actual}, not {expected}");
    }

    // Expected values from SciPy.
    #[test]
    fn inverse_error_function() {
        for (x, expected) in ERF_INV {
            close(erf_inv(x), expected);
            close(erf_inv(-x), -expected);
        }
        assert_eq!(erf_inv(1.0), f64::INFINITY);
        assert!(erf_inv(1.5).is_nan() && erf_inv(f64::NAN).is_nan());
        assert!(erf_inv(-0.0).is_sign_negative());
    }

    #[test]
    fn bessel_function() {
        for (x, expected) in BESSEL {
            close(bessel_i1e(x), expected);
            close(bessel_i1e(-x), -expected);
        }
        assert_eq!(bessel_i1e(f64::INFINITY), 0.0);
        assert!(bessel_i1e(f64::NAN).is_nan());
    }

    #[test]
    fn error_function() {
        for (x, erf, erfc) in ERF {
            close(libm::erf(x), erf);
            close(libm::erfc(x), erfc);
        }
    }

    const ERF_INV: [(f64, f64); 13] = [
        (1e-300, 8.86226925452758e-301),
        (1e-09, 8.86226925452758e-10),
        (0.001, 0.000886227157466552),
        (0.1, 0.08885599049425769),
        (0.45, 0.4226802386475619),
        (0.5, 0.4769362762044699),
        (0.75, 0.8134198475976184),
        (0.9, 1.1630871536766743),
        (0.99, 1.8213863677184496),
        (0.9999, 2.7510639057120803),
        (0.9999999, 3.766562581638471),
        (0.9999999999, 4.572824958544925),
        (0.9999999999999999, 5.8635847487551676),
    ];

    const BESSEL: [(f64, f64); 13] = [
        (1e-300, 5.000000000000001e-301),
        (1e-10, 4.999999999500001e-11),
        (0.5, 0.15642080318487173),
        (1.0, 0.2079104153497085),
        (3.75, 0.1829684209308909),
        (8.0, 0.13414249329269812),
        (10.0, 0.1212626813844555),
        (20.0, 0.08750622218328867),
        (24.75, 0.07895949245693637),
        (25.25, 0.0781982558830078),
        (50.0, 0.055993123892895395),
        (1000.0, 0.01261093025692863),
        (10000000000.0, 3.989422803864723e-06),
    ];

    const ERF: [(f64, f64, f64); 11] = [
        (1e-20, 1.1283791670955125e-20, 1.0),
        (0.1, 0.1124629160182849, 0.8875370839817152),
        (0.5, 0.5204998778130465, 0.4795001221869535),
        (1.0, 0.8427007929497148, 0.15729920705028516),
        (2.0, 0.9953222650189527, 0.004677734981047266),
        (3.5, 0.9999992569016276, 7.430983723414129e-07),
        (5.0, 0.9999999999984626, 1.5374597944280347e-12),
        (10.0, 1.0, 2.0884875837625446e-45),
        (26.0, 1.0, 5.663192408856145e-296),
        (-0.75, -0.7111556336535151, 1.7111556336535152),
        (-4.0, -0.9999999845827421, 1.999999984582742),
    ];
}
