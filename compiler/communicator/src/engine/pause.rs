// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Pauses between attempts, which become longer.

use std::thread;
use std::time::{Duration, Instant};

/// The time for which a waiting thread uses the processor, in the hope that a message arrives soon.
const BUSY: Duration = Duration::from_micros(200);

/// The longest pause.
const LONGEST: Duration = Duration::from_micros(500);

/// Pauses between attempts to make progress.
#[derive(Debug, Default)]
pub struct Pause {
    since: Option<Instant>,
    last: Duration,
}

impl Pause {
    /// Pauses: not at all at first, then for longer and longer.
    pub fn pause(&mut self) {
        if self.since.get_or_insert_with(Instant::now).elapsed() < BUSY {
            thread::yield_now();
            return;
        }
        self.last = (self.last * 2).clamp(Duration::from_micros(10), LONGEST);
        thread::sleep(self.last);
    }

    /// Makes the next pauses short again, because something happened.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}
