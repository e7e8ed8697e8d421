// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures the time of parallel regions: `cargo run --release -p hloom-compiler --example
//! region_time [THREADS]`.
//!
//! A region has eight tasks of equal length. Between regions, the calling thread works alone for a
//! while. The columns are the duration of the work of a region, the pause between regions, and the
//! mean time of a region on one thread and on all threads, in microseconds.

use hloom_compiler::ThreadPool;
use hloom_compiler::interface::Threads;
use std::hint::black_box;
use std::time::{Duration, Instant};

const TASKS: usize = 8;
/// The time for which regions of each kind are repeated.
const TURN: Duration = Duration::from_millis(30);
/// Number of measurements. The example prints their median.
const TURNS: usize = 5;

/// Work of a given duration: a loop with a calibrated number of iterations per microsecond.
struct Work {
    iterations_per_microsecond: f64,
}

impl Work {
    fn calibrated() -> Self {
        let iterations = 10_000_000;
        let start = Instant::now();
        repeat(iterations);
        Self { iterations_per_microsecond: iterations as f64 / micros(start.elapsed()) }
    }

    fn run(&self, microseconds: f64) {
        repeat((microseconds * self.iterations_per_microsecond) as u64);
    }

    /// Returns the mean time in microseconds of a parallel region with the given work.
    fn turn(&self, threads: &dyn Threads, work: f64, gap: f64) -> f64 {
        let (start, mut regions, mut total) = (Instant::now(), 0, Duration::ZERO);
        while start.elapsed() < TURN {
            let begin = Instant::now();
            threads.parallel_for(TASKS, &|range| {
                self.run(work * range.len() as f64 / TASKS as f64);
            });
            total += begin.elapsed();
            regions += 1;
            self.run(gap);
        }
        micros(total) / f64::from(regions)
    }
}

fn repeat(iterations: u64) {
    let mut number = 1u64;
    for iteration in 0..iterations {
        number = black_box(number.wrapping_mul(3).wrapping_add(iteration));
    }
}

fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = std::env::args().nth(1).map(|count| count.parse()).transpose()?;
    let pools = [ThreadPool::new(Some(1))?, ThreadPool::new(threads)?];
    let calibrated = Work::calibrated();
    println!("{:>8} {:>8} {:>9} {:>9}", "work", "gap", "1 thread", pools[1].count());
    for work in [0.0, 2.0, 5.0, 20.0, 100.0, 1000.0] {
        for gap in [0.0, 5.0, 30.0, 200.0, 1000.0] {
            let mut times = [const { Vec::new() }; 2];
            for _ in 0..TURNS {
                for (pool, times) in pools.iter().zip(&mut times) {
                    times.push(calibrated.turn(pool, work, gap));
                }
            }
            let [alone, shared] = times.map(|mut times| {
                times.sort_by(f64::total_cmp);
                times[TURNS / 2]
            });
            println!("{work:>8} {gap:>8} {alone:>9.2} {shared:>9.2}");
        }
    }
    Ok(())
}
