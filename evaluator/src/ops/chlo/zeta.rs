// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The Hurwitz zeta function.

/// Coefficients `B_2k / (2k)!`, for `k` from 1 on.
const COEFFICIENTS: [f64; 12] = [
    1.0 / 12.0,
    -1.0 / 720.0,
    1.0 / 30_240.0,
    -1.0 / 1_209_600.0,
    1.0 / 47_900_160.0,
    -691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
    -3_617.0 / 10_670_622_842_880_000.0,
    43_867.0 / 5_109_094_217_170_944_000.0,
    -174_611.0 / 802_857_662_698_291_200_000.0,
    77_683.0 / 14_101_100_039_391_805_440_000.0,
    -236_364_091.0 / 1_693_824_136_731_743_669_452_800_000.0,
];

/// Returns the sum of `(q + k)^-x` over all natural numbers `k` (DLMF 25.11.1), for `x` greater
/// than 1.
///
/// The result is infinite if `x` is 1, and NaN if `x` is smaller. At a pole, where `q` is zero or a
/// negative integer, the result is infinite if `x` is even, otherwise NaN. It is also NaN if powers
/// of negative numbers would not be real.
pub fn zeta(x: f64, q: f64) -> f64 {
    if x.is_nan() || q.is_nan() || x < 1.0 {
        return f64::NAN;
    }
    if x == 1.0 {
        return f64::INFINITY;
    }
    if q > 0.0 {
        return sum_of_powers(x, q);
    }
    let even = x % 2.0 == 0.0;
    if q == q.floor() {
        return if even { f64::INFINITY } else { f64::NAN };
    }
    if x != x.floor() || x.is_infinite() {
        return f64::NAN;
    }
    // The terms with positive `q + k` are a sum from `above`. The others are, up to sign, the
    // difference of two sums over natural numbers.
    let sign = if even { 1.0 } else { -1.0 };
    let (above, below) = (q - q.floor(), q.ceil() - q);
    if q > -10.0 {
        let count = q.abs().ceil();
        let before: f64 = (0..count as u32).map(|k| (q + f64::from(k)).powf(-x)).sum();
        return before + sum_of_powers(x, above);
    }
    sum_of_powers(x, above) + sign * (sum_of_powers(x, below) - sum_of_powers(x, 1.0 - q))
}

/// Returns the sum of `(q + k)^-x` over all natural numbers `k`, for `q` greater than 0 and `x`
/// greater than 1 (DLMF 25.11.28).
fn sum_of_powers(x: f64, q: f64) -> f64 {
    if x.is_infinite() {
        return match q {
            q if q < 1.0 => f64::INFINITY,
            1.0 => 1.0,
            _ => 0.0,
        };
    }
    if q.is_infinite() {
        return 0.0;
    }
    // The formula needs arguments that are not small compared with the exponent.
    let count = (x + 10.0 - q).ceil().max(0.0) as u32;
    let mut first = Vec::new();
    for k in 0..count {
        let term = (q + f64::from(k)).powf(-x);
        first.push(term);
        if term <= first[0] * 1e-20 {
            return first.iter().rev().sum();
        }
    }
    let far = q + f64::from(count);
    let power = far.powf(-x);
    // The remainder, from the smallest part on: derivatives, half a term, the integral.
    let (mut rest, mut factor) = (0.0, x * power / far);
    let mut terms = [0.0; COEFFICIENTS.len()];
    for (index, (term, coefficient)) in terms.iter_mut().zip(COEFFICIENTS).enumerate() {
        *term = coefficient * factor;
        let order = 2.0 * index as f64 + 1.0;
        factor *= (x + order) / far * ((x + order + 1.0) / far);
    }
    for term in terms.iter().rev().filter(|term| term.is_finite()) {
        rest += term;
    }
    rest += 0.5 * power;
    // `power` may underflow where the integral does not.
    rest += far.powf(1.0 - x) / (x - 1.0);
    first.iter().rev().fold(rest, |sum, term| sum + term)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected values from the definition, computed with fifty digits.
    #[test]
    fn ordinary_values() {
        for (x, q, expected) in ZETA {
            let actual = zeta(x, q);
            let near = (actual - expected).abs() <= 4e-15 * expected.abs();
            assert!(near, "zeta({x}, {q}) is {actual}, not {expected}");
        }
    }

    // Expected values from XLA.
    #[test]
    fn poles_and_gaps() {
        assert_eq!(zeta(1.0, 2.0), f64::INFINITY);
        assert!(zeta(0.5, 2.0).is_nan());
        assert_eq!(zeta(2.0, 0.0), f64::INFINITY);
        assert_eq!(zeta(2.0, -1.0), f64::INFINITY);
        assert!(zeta(3.0, -1.0).is_nan());
        assert!(zeta(2.5, -0.5).is_nan());
    }

    // Expected values from polygamma, by its reflection (DLMF 5.15.6).
    #[test]
    fn negative_places() {
        for (x, q, expected) in NEGATIVE {
            let actual = zeta(x, q);
            let near = (actual - expected).abs() <= 1e-13 * expected.abs();
            assert!(near, "zeta({x}, {q}) is {actual}, not {expected}");
        }
    }

    const ZETA: [(f64, f64, f64); 41] = [
        (1.01, 0.25, 104.2830200651772),
        (1.01, 1.0, 100.57794333849678),
        (1.01, 2.5, 99.29921303875683),
        (1.01, 9.5, 97.8262314168219),
        (1.01, 30.0, 96.67219282900152),
        (1.01, 100000.0, 89.12509826963665),
        (1.5, 0.25, 10.213055360466601),
        (1.5, 1.0, 2.612375348685488),
        (1.5, 2.5, 1.4037797688568259),
        (1.5, 9.5, 0.6664102689619015),
        (1.5, 30.0, 0.3682166281870004),
        (1.5, 100000.0, 0.006324571131764588),
        (2.0, 0.25, 17.19732915450711),
        (2.0, 1.0, 1.6449340668482264),
        (2.0, 2.5, 0.49035775610023485),
        (2.0, 9.5, 0.11099728846909904),
        (2.0, 30.0, 0.033895060357739946),
        (2.0, 100000.0, 1.0000050000166667e-05),
        (3.0, 0.25, 64.66386996876847),
        (3.0, 1.0, 1.2020569031595942),
        (3.0, 2.5, 0.1181020258208637),
        (3.0, 9.5, 0.006153922903854669),
        (3.0, 30.0, 0.0005743826018643),
        (3.0, 100000.0, 5.00005000025e-11),
        (7.5, 0.25, 32768.190028482226),
        (7.5, 1.0, 1.005826727536523),
        (7.5, 2.5, 0.0011359849734786291),
        (7.5, 9.5, 9.414410960218511e-08),
        (7.5, 30.0, 4.287769275306338e-11),
        (7.5, 100000.0, 4.865200669964631e-34),
        (20.0, 0.25, 1099511627776.0115),
        (20.0, 1.0, 1.0000009539620338),
        (20.0, 2.5, 1.1008345466854143e-08),
        (20.0, 9.5, 3.2423164512635995e-20),
        (20.0, 30.0, 6.1203509830114665e-30),
        (20.0, 100000.0, 5.263657911403509e-97),
        (100.0, 0.25, 1.6069380442589903e+60),
        (100.0, 1.0, 1.0),
        (100.0, 2.5, 1.6069380442589942e-40),
        (100.0, 9.5, 1.6891142504853953e-98),
        (100.0, 30.0, 2.0166138838570525e-148),
    ];

    const NEGATIVE: [(f64, f64, f64); 4] = [
        (2.0, -0.5, 8.934802200544679),
        (2.0, -10.25, 19.646252424622656),
        (2.0, -1000000.75, 19.73920780217997),
        (3.0, -0.5, 0.41439832211716),
    ];
}
