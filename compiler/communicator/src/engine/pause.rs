// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pauses of increasing duration between attempts to make progress.

use std::thread;
use std::time::{Duration, Instant};

/// The time for which a waiting thread only yields the processor and does not sleep, because a
/// message may arrive soon.
const BUSY: Duration = Duration::from_micros(200);

/// The maximum duration of a pause.
const LONGEST: Duration = Duration::from_micros(500);

/// Pauses between attempts to make progress.
#[derive(Debug, Default)]
pub struct Pause {
    since: Option<Instant>,
    last: Duration,
}

impl Pause {
    /// Yields the processor during the first `BUSY` after a reset; later sleeps, each time twice
    /// as long as before, up to `LONGEST`.
    pub fn pause(&mut self) {
        if self.since.get_or_insert_with(Instant::now).elapsed() < BUSY {
            thread::yield_now();
            return;
        }
        self.last = (self.last * 2).clamp(Duration::from_micros(10), LONGEST);
        thread::sleep(self.last);
    }

    /// Makes the next pauses short again, because an attempt has made progress.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}
