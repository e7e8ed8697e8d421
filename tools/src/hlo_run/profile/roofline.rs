// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures the limits of the machine: the rate of fused multiply-adds and the bandwidth of copies.

use pulp::{Arch, Simd, WithSimd};
use std::hint::black_box;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The duration of the measurement of each of the two rates.
const DURATION: Duration = Duration::from_millis(200);
/// The number of multiply-adds on each accumulator in a repetition of the measurement.
const STEPS: usize = 200_000;
/// The number of independent accumulators: enough for two multiply-add units with a latency of four
/// cycles each.
const ACCUMULATORS: usize = 12;
/// The number of bytes that all threads together read and write in a repetition of the measurement.
/// It exceeds the sizes of caches.
const COPIED: usize = 128 << 20;

/// The highest rates of f32 arithmetic and of memory traffic that this machine reaches in a
/// measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roofline {
    /// Number of f32 operations per second. A multiply-add counts as two operations.
    pub flops: f64,
    /// Number of bytes read and written per second.
    pub bytes: f64,
}

impl Roofline {
    /// Measures the highest rates that `threads` threads reach together.
    pub fn measure(threads: usize) -> Self {
        let arch = Arch::new();
        let lanes = arch.dispatch(Lanes);
        let flops = (threads * lanes * ACCUMULATORS * STEPS * 2) as f64;
        let part = COPIED / 8 / threads.max(1);
        let bytes = (threads * part * 8) as f64;
        Self {
            flops: flops / fastest(threads, |_| (), |()| arch.dispatch(MultiplyAdd)),
            bytes: bytes
                / fastest(
                    threads,
                    |_| (vec![1.0_f32; part], vec![0.0_f32; part]),
                    |(from, to)| {
                        to.copy_from_slice(from);
                        black_box(to);
                    },
                ),
        }
    }

    /// Returns the minimum time, in seconds, for `flops` operations and `bytes` bytes, and whether
    /// arithmetic rather than memory determines this time.
    pub fn least(&self, flops: f64, bytes: f64) -> (f64, bool) {
        let (compute, copy) = (flops / self.flops, bytes / self.bytes);
        (compute.max(copy), compute > copy)
    }
}

/// An operation that queries the number of f32 elements in a SIMD vector of this machine.
struct Lanes;

impl WithSimd for Lanes {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        S::F32_LANES
    }
}

/// The measured loop of multiply-adds to all accumulators.
struct MultiplyAdd;

impl WithSimd for MultiplyAdd {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let factor = simd.splat_f32s(black_box(0.999));
        let term = simd.splat_f32s(black_box(0.001));
        let mut accumulators = [simd.splat_f32s(black_box(1.0)); ACCUMULATORS];
        for _ in 0..STEPS {
            for accumulator in &mut accumulators {
                *accumulator = simd.mul_add_e_f32s(*accumulator, factor, term);
            }
        }
        black_box(accumulators.map(|accumulator| simd.reduce_sum_f32s(accumulator)));
    }
}

/// Returns the time, in seconds, of the fastest repetition of `work` on all threads. The threads
/// start each repetition together.
fn fastest<T>(
    threads: usize,
    prepare: impl Fn(usize) -> T + Sync,
    work: impl Fn(&mut T) + Sync,
) -> f64 {
    let (barrier, ends) = (Barrier::new(threads), AtomicBool::new(false));
    let begin = Instant::now();
    let measure = |thread| {
        let mut state = prepare(thread);
        // The first repetition only warms up.
        work(&mut state);
        let mut least = f64::INFINITY;
        loop {
            barrier.wait();
            let start = Instant::now();
            work(&mut state);
            barrier.wait();
            least = least.min(start.elapsed().as_secs_f64());
            // One thread decides for all, so that none waits in vain.
            if thread == 0 && begin.elapsed() > DURATION {
                ends.store(true, Ordering::Relaxed);
            }
            barrier.wait();
            if ends.load(Ordering::Relaxed) {
                return least;
            }
        }
    };
    thread::scope(|scope| {
        let measure = &measure;
        let running: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || measure(thread))).collect();
        let times = running.into_iter().map(|thread| thread.join().expect("no panic"));
        times.fold(0.0, f64::max)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slower_limit_holds() {
        let roofline = Roofline { flops: 100.0, bytes: 10.0 };
        assert_eq!(roofline.least(200.0, 10.0), (2.0, true));
        assert_eq!(roofline.least(200.0, 30.0), (3.0, false));
        assert_eq!(roofline.least(0.0, 0.0), (0.0, false));
    }

    #[test]
    fn every_machine_has_limits() {
        let roofline = Roofline::measure(2);
        assert!(roofline.flops > 0.0 && roofline.flops.is_finite());
        assert!(roofline.bytes > 0.0 && roofline.bytes.is_finite());
    }
}
