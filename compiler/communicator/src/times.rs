// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The time limits of a communicator.

use std::time::Duration;

/// The time limits of a communicator.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// The duration of silence after which a process is considered lost.
    pub silence: Duration,
    /// The time within which all processes must have connected with each other.
    pub connecting: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self { silence: Duration::from_secs(10), connecting: Duration::from_secs(120) }
    }
}

impl Times {
    /// Returns the time between two signs of life that a process sends.
    pub fn life_interval(self) -> Duration {
        self.silence / 4
    }
}
