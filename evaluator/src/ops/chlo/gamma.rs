// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The logarithm of the gamma function, and its derivatives.

use super::zeta::zeta;
use std::f64::consts::PI;

/// Returns the logarithm of the gamma function's magnitude.
pub fn lgamma(x: f64) -> f64 {
    if x.is_infinite() { f64::INFINITY } else { libm::lgamma(x) }
}

/// Returns the logarithmic derivative of the gamma function; NaN at its poles.
pub fn digamma(x: f64) -> f64 {
    if x <= 0.0 {
        if x == x.floor() {
            return f64::NAN;
        }
        // DLMF 5.5.4. The tangent takes the argument modulo its period.
        let part = x - x.round();
        let cotangent = if part.abs() < 0.25 {
            1.0 / (PI * part).tan()
        } else {
            (PI * (0.5 - part.abs())).tan().copysign(part)
        };
        return digamma(1.0 - x) - PI * cotangent;
    }
    // DLMF 5.5.2 moves the argument to the range of one of the formulas.
    if x >= 10.0 {
        return digamma_far(x);
    }
    let (mut x, mut moved) = (x, 0.0);
    while x > 2.0 {
        x -= 1.0;
        moved += 1.0 / x;
    }
    if x < 1.0 {
        moved -= 1.0 / x;
        x += 1.0;
    }
    digamma_near(x) + moved
}

/// Digamma for large arguments, DLMF 5.11.2: `ln x - 1 / 2x - sum of B_2k / (2k x^2k)`.
fn digamma_far(x: f64) -> f64 {
    /// The coefficients `B_2k / 2k` of the digamma series, with the Bernoulli numbers `B_2k`, for
    /// `k` from 1 on.
    const TERMS: [f64; 8] = [
        1.0 / 12.0,
        -1.0 / 120.0,
        1.0 / 252.0,
        -1.0 / 240.0,
        1.0 / 132.0,
        -691.0 / 32760.0,
        1.0 / 12.0,
        -3617.0 / 8160.0,
    ];
    let square = 1.0 / (x * x);
    let series = TERMS.iter().rev().fold(0.0, |sum, term| (sum + term) * square);
    x.ln() - 0.5 / x - series
}

/// Digamma on [1, 2], by a minimax approximation of J. Maddock in the library Boost.Math. The
/// distance to the root is a factor of the approximation, which avoids cancellation near the root.
fn digamma_near(x: f64) -> f64 {
    const SCALE: f64 = 0.995_581_626_892_089_8;
    // The root is the sum of three parts, of which the first two are exact.
    const ROOT: [f64; 3] = [
        1_569_415_565.0 / 1_073_741_824.0,
        381_566_830.0 / 1_073_741_824.0 / 1_073_741_824.0,
        0.901_631_209_325_869_5e-19,
    ];
    const NUMERATOR: [f64; 6] = [
        0.254_798_510_611_315_53,
        -0.325_550_311_868_044_9,
        -0.650_318_537_708_965_1,
        -0.289_191_264_447_747_84,
        -0.045_251_321_448_739_06,
        -0.002_071_332_116_774_595,
    ];
    const DENOMINATOR: [f64; 7] = [
        1.0,
        2.076_711_702_373_047,
        1.460_624_290_976_351_6,
        0.435_935_296_926_659_7,
        0.054_151_797_245_674_226,
        0.002_128_498_701_782_114_6,
        -0.557_898_413_216_755_1e-6,
    ];
    let distance = ROOT.iter().fold(x, |distance, part| distance - part);
    let ratio = polynomial(&NUMERATOR, x - 1.0) / polynomial(&DENOMINATOR, x - 1.0);
    distance * SCALE + distance * ratio
}

/// Evaluates a polynomial. The coefficients are in order of ascending powers.
pub fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// Returns the `n`-th derivative of [`digamma`], DLMF 25.11.12. Returns NaN if `n` is not a natural
/// number.
pub fn polygamma(n: f64, x: f64) -> f64 {
    if n == 0.0 {
        return digamma(x);
    }
    if n.is_nan() || n < 0.0 || n.fract() != 0.0 || n.is_infinite() {
        return f64::NAN;
    }
    let sign = if n % 2.0 == 0.0 { -1.0 } else { 1.0 };
    let sum = zeta(n + 1.0, x);
    if n > 170.0 {
        // The factorial alone overflows.
        let magnitude = (libm::lgamma(n + 1.0) + sum.abs().ln()).exp();
        return magnitude.copysign(sign * sum);
    }
    let factorial = (1..=n as u32).fold(1.0, |product, factor| product * f64::from(factor));
    sign * factorial * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(actual: f64, expected: f64) {
        let same = actual == expected || actual.is_nan() && expected.is_nan();
        let near = (actual - expected).abs() <= 4e-15 * expected.abs();
        assert!(same || near, "{actual}, not {expected}");
    }

    // Expected values from SciPy.
    #[test]
    fn digamma_is_scipys() {
        for (x, expected) in DIGAMMA {
            close(digamma(x), expected);
        }
        assert!(digamma(0.0).is_nan() && digamma(-3.0).is_nan());
        assert_eq!(digamma(f64::INFINITY), f64::INFINITY);
        assert!(digamma(f64::NEG_INFINITY).is_nan() && digamma(f64::NAN).is_nan());
    }

    #[test]
    fn lgamma_is_scipys() {
        for (x, expected) in LGAMMA {
            close(lgamma(x), expected);
        }
        for pole in [0.0, -1.0, f64::NEG_INFINITY, f64::INFINITY] {
            assert_eq!(lgamma(pole), f64::INFINITY);
        }
    }

    #[test]
    fn polygamma_is_scipys() {
        for (n, x, expected) in POLYGAMMA {
            close(polygamma(n, x), expected);
        }
        assert!(polygamma(0.5, 1.0).is_nan() && polygamma(-1.0, 1.0).is_nan());
        assert_eq!(polygamma(1.0, 0.0), f64::INFINITY);
    }

    const DIGAMMA: [(f64, f64); 19] = [
        (1e-05, -100000.57719921567),
        (0.1, -10.423754940411076),
        (0.5, -1.9635100260214235),
        (1.0, -0.5772156649015329),
        (1.25, -0.2274535333762654),
        (1.46, -0.0015805619870834522),
        (1.5, 0.03648997397857652),
        (1.75, 0.24747245354686112),
        (2.0, 0.42278433509846713),
        (2.5, 0.7031566406452432),
        (5.0, 1.5061176684318003),
        (9.75, 2.225109535044576),
        (10.0, 2.251752589066721),
        (12.5, 2.4851956512749123),
        (100.0, 4.600161852738088),
        (10000000000.0, 23.025850929890456),
        (-0.5, 0.03648997397857651),
        (-1.25, 3.7141391202135283),
        (-7.75, -1.0307688328309312),
    ];

    const LGAMMA: [(f64, f64); 10] = [
        (1e-05, 11.512919692895826),
        (0.5, 0.5723649429247),
        (1.5, -0.12078223763524526),
        (2.5, 0.2846828704729192),
        (10.0, 12.801827480081469),
        (100.5, 361.43554046777757),
        (10000000000.0, 220258509288.81058),
        (-0.5, 1.2655121234846454),
        (-1.25, 1.366431761236976),
        (-7.75, -8.581847763551867),
    ];

    const POLYGAMMA: [(f64, f64, f64); 20] = [
        (1.0, 0.25, 17.197329154507113),
        (1.0, 1.0, 1.6449340668482266),
        (1.0, 2.5, 0.4903577561002349),
        (1.0, 20.0, 0.051270822935203124),
        (2.0, 0.25, -129.32773993753688),
        (2.0, 1.0, -2.404113806319188),
        (2.0, 2.5, -0.23620405164172736),
        (2.0, 20.0, -0.0026281224023146543),
        (3.0, 0.25, 1538.782144009189),
        (3.0, 1.0, 6.493939402266829),
        (3.0, 2.5, 0.2239058488172521),
        (3.0, 20.0, 0.00026937422133963896),
        (5.0, 0.25, 491552.51376768126),
        (5.0, 1.0, 122.08116743813386),
        (5.0, 2.5, 0.5785691785671834),
        (5.0, 20.0, 8.484266206158229e-06),
        (10.0, 0.25, -15220290667405.545),
        (10.0, 1.0, -3630593.3116066284),
        (10.0, 2.5, -156.229596593233),
        (10.0, 20.0, -4.510377054981842e-08),
    ];
}
