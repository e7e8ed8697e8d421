// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures the rate of fused multiply-adds and the bandwidth of copies, and prints them as JSON.
//!
//! `cargo ci bench` compiles this file with optimizations for the host's CPU. The argument is the
//! number of threads.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::Instant;

/// Number of fused multiply-adds that a thread applies to each accumulator in a repetition.
const STEPS: usize = 2_000_000;
/// Number of f32 elements that all threads together copy in a repetition; the sources hold 256 MiB.
const COPIED: usize = 64 << 20;
/// Number of repetitions. The fastest repetition is reported.
const REPETITIONS: usize = 6;

fn main() {
    let threads: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    // The best number of accumulators depends on the number of vector registers and on their size.
    let rates = [64, 96, 128, 160, 192].map(|lanes| multiply_add_rate(threads, lanes));
    let flops = rates.into_iter().fold(0.0, f64::max);
    let bytes = copy_bandwidth(threads);
    println!("{{\"flops_per_second\": {flops:.0}, \"copy_bytes_per_second\": {bytes:.0}}}");
}

fn multiply_add_rate(threads: usize, lanes: usize) -> f64 {
    let work = |_| match lanes {
        64 => multiply_add::<64>(),
        96 => multiply_add::<96>(),
        128 => multiply_add::<128>(),
        160 => multiply_add::<160>(),
        _ => multiply_add::<192>(),
    };
    let flops = (threads * lanes * STEPS * 2) as f64;
    flops / fastest(threads, |_| (), |thread, ()| work(thread))
}

fn multiply_add<const LANES: usize>() {
    let (factor, term) = (black_box(0.999_f32), black_box(0.001_f32));
    let mut accumulators = [black_box(1.0_f32); LANES];
    for _ in 0..STEPS {
        for accumulator in &mut accumulators {
            *accumulator = accumulator.mul_add(factor, term);
        }
    }
    black_box(accumulators);
}

fn copy_bandwidth(threads: usize) -> f64 {
    let part = COPIED / threads;
    let buffers = |_| (vec![1.0_f32; part], vec![0.0_f32; part]);
    let copy = |_, (from, to): &mut (Vec<f32>, Vec<f32>)| {
        to.copy_from_slice(from);
        black_box(to);
    };
    (threads * part * 8) as f64 / fastest(threads, buffers, copy)
}

/// Returns the time in seconds of the fastest repetition. All threads start a repetition together.
fn fastest<T>(
    threads: usize,
    prepare: impl Fn(usize) -> T + Sync,
    work: impl Fn(usize, &mut T) + Sync,
) -> f64 {
    let barrier = Barrier::new(threads);
    thread::scope(|scope| {
        let run = |thread| {
            let (barrier, prepare, work) = (&barrier, &prepare, &work);
            scope.spawn(move || {
                let mut state = prepare(thread);
                let mut least = f64::INFINITY;
                for _ in 0..REPETITIONS {
                    barrier.wait();
                    let start = Instant::now();
                    work(thread, &mut state);
                    barrier.wait();
                    least = least.min(start.elapsed().as_secs_f64());
                }
                least
            })
        };
        let running: Vec<_> = (0..threads).map(run).collect();
        let times = running.into_iter().map(|thread| thread.join().expect("no panic"));
        times.fold(0.0, f64::max)
    })
}
