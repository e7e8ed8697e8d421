// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Adaptive spinning: a thread that waits spins for a limited time before it sleeps.
//!
//! Waking a sleeping thread takes 20 to 50 microseconds, which is longer than many kernels run. The
//! spin limit is about this time, so that a wait costs at most twice as much as the better choice
//! between spinning and sleeping (Karlin, Li, Manasse and Owicki, "Empirical Studies of Competitive
//! Spinning", SOSP 1991). The limit is halved after each wait that exceeds it, and restored after a
//! short wait.
//!
//! On a busy machine, with more runnable threads than cores, a spinning thread takes the core from
//! a thread with work. Therefore a spinning thread yields about every microsecond. If a yield takes
//! long, another thread has run in the meantime, and the next waits do not spin.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::yield_now;
use std::time::{Duration, Instant};

/// Largest spin limit in nanoseconds: about the time for waking a sleeping thread.
const LONGEST: u32 = 50_000;
/// Smallest spin limit in nanoseconds. A thread with a smaller limit does not spin.
const SHORTEST: u32 = 1_000;
/// Duration of a wait, including the wakeup, below which spinning would have been better.
const SHORT_SLEEP: Duration = Duration::from_micros(100);
/// Number of times that the condition is polled between two yields, which takes about a
/// microsecond.
const POLLS: u32 = 32;
/// Duration of a yield above which another thread must have run.
const LONG_YIELD: Duration = Duration::from_micros(5);
/// Minimum and maximum number of waits without spinning after the machine was found to be busy.
const PAUSES: (u32, u32) = (16, 1024);

/// The adaptive spin limit of one thread, or of several threads with similar waits.
pub struct AdaptiveSpin {
    /// The time in nanoseconds that a waiting thread spins before it sleeps.
    limit: AtomicU32,
    /// Number of upcoming waits that do not spin, because the machine is busy.
    pause: AtomicU32,
    /// Number of waits without spinning in the last pause, minus the number of successful spins
    /// since then.
    last_pause: AtomicU32,
    is_enabled: bool,
}

/// A wait of a thread for a condition.
pub struct Wait<'a> {
    spin: &'a AdaptiveSpin,
    begin: Instant,
}

impl AdaptiveSpin {
    /// Creates an adaptive limit, which starts at the largest value. If `is_enabled` is false,
    /// waits never spin.
    pub fn new(is_enabled: bool) -> Self {
        let (limit, pause, last_pause) = (LONGEST.into(), 0.into(), 0.into());
        Self { limit, pause, last_pause, is_enabled }
    }

    /// Begins a wait of a thread for a condition.
    pub fn begin(&self) -> Wait<'_> {
        Wait { spin: self, begin: Instant::now() }
    }
}

impl Wait<'_> {
    /// Spins until the condition holds, the limit is reached, or the machine is found to be busy.
    /// Returns true if the condition holds.
    pub fn until(&self, holds: impl Fn() -> bool) -> bool {
        let AdaptiveSpin { limit, pause, last_pause, is_enabled } = self.spin;
        if !is_enabled {
            return false;
        }
        // Relaxed: the values are only hints.
        let left = pause.load(Ordering::Relaxed);
        if left > 0 {
            pause.store(left - 1, Ordering::Relaxed);
            return false;
        }
        let nanos = limit.load(Ordering::Relaxed);
        if nanos < SHORTEST {
            return false;
        }
        let end = self.begin + Duration::from_nanos(nanos.into());
        loop {
            for _ in 0..POLLS {
                if holds() {
                    limit.store(LONGEST, Ordering::Relaxed);
                    // One success does not mean that the machine is idle again.
                    let shorter = last_pause.load(Ordering::Relaxed).saturating_sub(1);
                    last_pause.store(shorter, Ordering::Relaxed);
                    return true;
                }
                spin_loop();
            }
            let now = Instant::now();
            if now > end {
                limit.store(nanos / 2, Ordering::Relaxed);
                return false;
            }
            yield_now();
            if now.elapsed() > LONG_YIELD {
                let (fewest, most) = PAUSES;
                let next = (last_pause.load(Ordering::Relaxed) * 2).clamp(fewest, most);
                last_pause.store(next, Ordering::Relaxed);
                pause.store(next, Ordering::Relaxed);
                return holds();
            }
        }
    }

    /// Ends a wait in which the thread slept. Restores the limit if the wait was short.
    pub fn has_slept(&self) {
        if self.begin.elapsed() < SHORT_SLEEP {
            self.spin.limit.store(LONGEST, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// Waits for a condition that never holds. Returns the number of times that it was polled.
    fn polls(spin: &AdaptiveSpin) -> usize {
        let polls = Cell::new(0);
        assert!(!spin.begin().until(|| {
            polls.set(polls.get() + 1);
            false
        }));
        polls.get()
    }

    #[test]
    fn long_waits_end_spinning_and_short_ones_restore_it() {
        let spin = AdaptiveSpin::new(true);
        assert!(polls(&spin) > 0);
        // On a busy machine, some of the waits are pauses, which do not halve the limit.
        while spin.limit.load(Ordering::Relaxed) >= SHORTEST {
            polls(&spin);
        }
        spin.pause.store(0, Ordering::Relaxed);
        assert_eq!(polls(&spin), 0);
        // More than once, because the system may interrupt a wait.
        (0..3).for_each(|_| spin.begin().has_slept());
        assert_eq!(spin.limit.load(Ordering::Relaxed), LONGEST);
        assert!(spin.begin().until(|| true));
    }

    #[test]
    fn waits_in_a_pause_do_not_spin() {
        let spin = AdaptiveSpin::new(true);
        spin.pause.store(2, Ordering::Relaxed);
        assert_eq!([polls(&spin), polls(&spin)], [0, 0]);
        assert!(polls(&spin) > 0);
    }

    #[test]
    fn disabled_spinning_never_polls() {
        assert_eq!(polls(&AdaptiveSpin::new(false)), 0);
    }
}
