// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Statistics of measured times.

use std::fmt::{self, Display};
use std::time::Duration;

/// Measured times of repeated executions of the same work, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Returns the number of measured times.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the shortest time in milliseconds, or 0 if there are no times.
    pub fn min_ms(&self) -> f64 {
        self.0.first().copied().map_or(0.0, milliseconds)
    }

    /// Returns the median in milliseconds, or 0 if there are no times. For an even number of times,
    /// it is the mean of the two middle times.
    pub fn median_ms(&self) -> f64 {
        let middle = self.0.len() / 2;
        match self.0.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => milliseconds(self.0[middle]),
            _ => (milliseconds(self.0[middle - 1]) + milliseconds(self.0[middle])) / 2.0,
        }
    }
}

impl From<Vec<Duration>> for Times {
    fn from(mut times: Vec<Duration>) -> Self {
        times.sort();
        Self(times)
    }
}

impl Display for Times {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let (min, median, count) = (self.min_ms(), self.median_ms(), self.count());
        let plural = if count == 1 { "" } else { "s" };
        write!(formatter, "min {min:.3} ms, median {median:.3} ms of {count} run{plural}")
    }
}

/// Converts a duration to milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::Times;
    use std::time::Duration;

    #[test]
    fn medians() {
        let times = |all: &[u64]| {
            Times::from(all.iter().copied().map(Duration::from_millis).collect::<Vec<_>>())
        };
        assert_eq!(times(&[]).median_ms(), 0.0);
        assert_eq!(times(&[3]).median_ms(), 3.0);
        assert_eq!(times(&[9, 1, 4, 2]).median_ms(), 3.0);
        assert_eq!(times(&[9, 1, 5]).to_string(), "min 1.000 ms, median 5.000 ms of 3 runs");
    }
}
