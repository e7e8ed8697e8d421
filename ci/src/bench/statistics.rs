// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Medians, geometric means, and intervals of paired measurements.
//!
//! Times on one machine vary by up to 50% within minutes, so the two times of a ratio come from the
//! same round. The logarithms of the rounds' ratios are treated as normally distributed.

use serde::{Deserialize, Serialize};

/// Two-sided 95% quantiles of Student's t distribution for 1, 2, ... degrees of freedom.
const STUDENT_T: [f64; 12] =
    [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179];
/// The quantile for more degrees of freedom than [`STUDENT_T`] lists, which is slightly too large.
const STUDENT_T_REST: f64 = 2.16;

/// The geometric mean of ratios, and its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Ratio {
    /// Returns the geometric mean of the ratios of paired rounds, and its interval. The interval of
    /// a single round is unlimited.
    pub fn of_rounds(ratios: &[f64]) -> Self {
        let count = ratios.len() as f64;
        let logarithms: Vec<_> = ratios.iter().map(|ratio| ratio.ln()).collect();
        let mean = logarithms.iter().sum::<f64>() / count;
        let squares: f64 = logarithms.iter().map(|value| (value - mean).powi(2)).sum();
        let t = match ratios.len().checked_sub(2) {
            None => f64::INFINITY,
            Some(index) => STUDENT_T.get(index).copied().unwrap_or(STUDENT_T_REST),
        };
        let deviation =
            if ratios.len() < 2 { 1.0 } else { (squares / (count - 1.0) / count).sqrt() };
        let half = t * deviation;
        Self { mean: mean.exp(), low: (mean - half).exp(), high: (mean + half).exp() }
    }
}

/// Returns the geometric mean, or `None` if there are no values.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for value in values {
        sum += value.ln();
        count += 1;
    }
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// Returns the median, or NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => sorted[odd / 2],
        even => f64::midpoint(sorted[even / 2 - 1], sorted[even / 2]),
    }
}

/// Returns the minimum, or infinity if there are no values.
pub fn minimum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_means() {
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert!(median(&[]).is_nan());
        assert_eq!(minimum(&[2.0, 1.0]), 1.0);
        assert_eq!(geometric_mean([]), None);
        assert!((geometric_mean([1.0, 4.0]).unwrap() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn an_interval_is_that_of_students_t() {
        // The logarithms are -d, 0 and d, so their standard error is d / sqrt(3).
        let d = 0.1_f64;
        let ratio = Ratio::of_rounds(&[2.0 * (-d).exp(), 2.0, 2.0 * d.exp()]);
        assert!((ratio.mean - 2.0).abs() < 1e-12);
        let expected = 2.0 * (4.303 * d / 3.0_f64.sqrt()).exp();
        assert!((ratio.high - expected).abs() < 1e-9, "{ratio:?}");
        assert!((ratio.low * ratio.high - 4.0).abs() < 1e-9, "{ratio:?}");
        let single = Ratio::of_rounds(&[2.0]);
        assert_eq!((single.low, single.high), (0.0, f64::INFINITY));
        assert_eq!(Ratio::of_rounds(&[3.0; 20]).low, 3.0_f64.ln().exp());
    }
}
