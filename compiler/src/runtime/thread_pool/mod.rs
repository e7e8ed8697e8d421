// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A pool of threads that share the tasks of a kernel.
//!
//! Threads take contiguous chunks of the tasks from a shared counter. A chunk is a fixed fraction
//! of the remaining tasks, so that chunks become smaller toward the end and all threads finish at
//! about the same time (guided self-scheduling: Polychronopoulos and Kuck, IEEE Transactions on
//! Computers 36, 1987).
//!
//! Threads spin for a short time before they sleep, so that a sequence of kernels of a few
//! microseconds benefits from several threads ([`adaptive_spin`]).

mod adaptive_spin;
mod ffi;
mod sync;
mod workers;

use crate::Error;
use crate::interface::Threads;
use adaptive_spin::AdaptiveSpin;
use ffi::{Borrowed, share};
use std::fmt::{self, Debug};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use workers::Workers;

/// The size of a chunk is the number of remaining tasks divided by the number of threads and by
/// this constant, at least one task. The constant is above one, so that tasks remain for fast
/// threads.
const PIECES_PER_THREAD: usize = 4;

/// The maximum number of threads of a pool, which is more than machines have.
const MOST_THREADS: usize = 4096;

/// A pool with a fixed number of threads. The calling thread is one of them.
pub struct ThreadPool {
    threads: usize,
    /// The threads other than the calling thread.
    workers: Arc<Workers<Borrowed>>,
    /// The spin limit of callers that wait for workers to finish.
    spin: AdaptiveSpin,
}

impl ThreadPool {
    /// Creates a pool of `threads` threads; `None` stands for the machine's available parallelism.
    /// If `threads` exceeds the available parallelism, no thread spins.
    ///
    /// # Errors
    /// Fails if `threads` is zero or more than 4096, or if the system cannot start the threads.
    pub fn new(threads: Option<usize>) -> Result<Self, Error> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or(cores);
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(Error::invalid(format!(
                "expected 1 to {MOST_THREADS} threads, found {threads}"
            )));
        }
        let may_spin = threads <= cores;
        // Dropping the pool ends the workers, also if one of them cannot be started.
        let pool =
            Self { threads, workers: Arc::new(Workers::new()), spin: AdaptiveSpin::new(may_spin) };
        for index in 1..threads {
            let workers = Arc::clone(&pool.workers);
            thread::Builder::new()
                .name(format!("hloom-{index}"))
                .spawn(move || workers.work(&AdaptiveSpin::new(may_spin)))
                .map_err(|error| {
                    Error::invalid(format!("cannot start {threads} threads: {error}"))
                })?;
        }
        Ok(pool)
    }
}

impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.workers.shut_down();
    }
}

impl Threads for ThreadPool {
    fn count(&self) -> usize {
        self.threads
    }

    fn parallel_for(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
        let threads = self.threads.min(tasks);
        if threads <= 1 {
            if tasks > 0 {
                body(0..tasks);
            }
            return;
        }
        let next = AtomicUsize::new(0);
        share(&self.workers, threads - 1, &self.spin, &|| {
            while let Some(piece) = take_piece(&next, tasks, threads) {
                body(piece);
            }
        });
    }
}

/// Takes the next chunk of tasks, beginning at `next`. Returns `None` if no task is left.
fn take_piece(next: &AtomicUsize, tasks: usize, threads: usize) -> Option<Range<usize>> {
    let piece = |begin: usize| (tasks - begin) / (threads * PIECES_PER_THREAD);
    let end = |begin: usize| (begin < tasks).then(|| begin + piece(begin).max(1));
    // Relaxed suffices: the counter only numbers the tasks. Opening and closing the region orders
    // their memory accesses.
    let begin = next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, end).ok()?;
    end(begin).map(|end| begin..end)
}

impl Debug for ThreadPool {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "ThreadPool({})", self.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn every_task_runs_once() -> Result<(), Error> {
        for threads in [1, 2, 5] {
            let pool = ThreadPool::new(Some(threads))?;
            for tasks in [0, 1, 2, 7, 1000] {
                let counts: Vec<_> = (0..tasks).map(|_| AtomicUsize::new(0)).collect();
                pool.parallel_for(tasks, &|range| {
                    for task in range {
                        counts[task].fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
            }
        }
        Ok(())
    }

    #[test]
    fn pieces_become_smaller() {
        let next = AtomicUsize::new(0);
        let pieces: Vec<_> = std::iter::from_fn(|| take_piece(&next, 20, 2)).collect();
        let lengths: Vec<_> = pieces.iter().map(ExactSizeIterator::len).collect();
        assert_eq!(lengths[..4], [2, 2, 2, 1]);
        assert!(lengths[4..].iter().all(|length| *length == 1));
        assert_eq!(pieces.into_iter().flatten().collect::<Vec<_>>(), Vec::from_iter(0..20));
    }

    #[test]
    fn nesting() -> Result<(), Error> {
        let pool = ThreadPool::new(Some(3))?;
        let sum = AtomicUsize::new(0);
        pool.parallel_for(4, &|outer| {
            for _ in outer {
                pool.parallel_for(10, &|inner| {
                    sum.fetch_add(inner.len(), Ordering::Relaxed);
                });
            }
        });
        assert_eq!(sum.load(Ordering::Relaxed), 40);
        Ok(())
    }

    #[test]
    fn several_callers() -> Result<(), Error> {
        let pool = ThreadPool::new(Some(3))?;
        let sum = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..1000 {
                        pool.parallel_for(10, &|range| {
                            sum.fetch_add(range.len(), Ordering::Relaxed);
                        });
                    }
                });
            }
        });
        assert_eq!(sum.load(Ordering::Relaxed), 40_000);
        Ok(())
    }

    #[test]
    fn panics_reach_the_caller() -> Result<(), Error> {
        let pool = ThreadPool::new(Some(3))?;
        let ended = AtomicUsize::new(0);
        for _ in 0..100 {
            let fails = || {
                pool.parallel_for(100, &|range| {
                    assert!(!range.contains(&50), "task 50 fails");
                    ended.fetch_add(range.len(), Ordering::Relaxed);
                });
            };
            let panic = catch_unwind(AssertUnwindSafe(fails)).expect_err("task 50 fails");
            assert_eq!(panic.downcast_ref(), Some(&"task 50 fails"));
            let after = ended.load(Ordering::Relaxed);
            thread::yield_now();
            assert_eq!(ended.load(Ordering::Relaxed), after, "a task ran after the region");
        }
        Ok(())
    }

    #[test]
    fn impossible_numbers_of_threads_are_refused() {
        for threads in [0, MOST_THREADS + 1, usize::MAX] {
            let refusal = ThreadPool::new(Some(threads)).expect_err("no pool has so many");
            let expected = format!("expected 1 to 4096 threads, found {threads}");
            assert_eq!(refusal.to_string(), expected);
        }
    }
}
