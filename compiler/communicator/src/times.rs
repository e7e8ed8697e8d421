// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Time limits.

use std::time::Duration;

/// The time limits of a communicator.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The time after which a process that sends nothing is considered lost.
    pub silence: Duration,
    /// The time within which all processes must have connected.
    pub connecting: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self { silence: Duration::from_secs(10), connecting: Duration::from_secs(120) }
    }
}

impl Times {
    /// Returns the time between the signs of life that a process sends.
    pub fn life_interval(self) -> Duration {
        self.silence / 4
    }
}
