// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Workers and the parallel regions that they join.
//!
//! A caller opens a region for a job, takes part in the job itself, closes the region, and waits
//! until the workers that joined the region have left it. A closed region cannot be joined, so a
//! caller never waits for a worker that has not started. Regions may therefore be nested, and
//! several threads may open regions concurrently.
//!
//! One lock guards the regions that have room for helpers and the list of sleeping workers. It is
//! held for a few instructions. A worker is put on the list only if it finds no region under the
//! same lock, so no wakeup is lost. A spinning worker polls the counter `changes` instead of the
//! lock. `tests/workers.rs` checks all interleavings of these operations.

use super::adaptive_spin::AdaptiveSpin;
use super::sync::{
    Arc, AtomicBool, AtomicUsize, Mutex, MutexGuard, Ordering, Thread, current, park,
};
use crossbeam_utils::CachePadded;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;

/// Work that the threads of a parallel region share.
pub trait Job: Send + Sync {
    /// Executes parts of the work until none is left. Each helper calls this method once.
    fn run(&self);
}

/// The state that callers and workers share.
pub struct Workers<J> {
    /// Incremented when a region opens and at shutdown.
    changes: CachePadded<AtomicUsize>,
    state: CachePadded<Mutex<State<J>>>,
}

/// The state of the pool that a lock protects.
struct State<J> {
    /// The regions that have room for helpers.
    open: Vec<Arc<Region<J>>>,
    sleepers: Vec<Arc<Sleeper>>,
    /// Number of workers that spin, or are about to search for a region.
    searching: usize,
    is_shut_down: bool,
}

/// A parallel region: a job and the number of its helpers.
struct Region<J> {
    job: J,
    /// The number of workers that may still join. Changes only under the lock.
    room: AtomicUsize,
    /// The number of workers that have joined and have not left yet.
    helpers: AtomicUsize,
    caller: Thread,
    /// The panic of a helper. Its lock is not from `sync`, because no thread waits for it.
    panic: std::sync::Mutex<Option<Box<dyn Any + Send>>>,
}

/// A worker that sleeps or is about to sleep.
struct Sleeper {
    worker: Thread,
    is_woken: AtomicBool,
}

impl<J: Job> Workers<J> {
    /// Creates the state without workers. A thread becomes a worker by calling [`Workers::work`].
    pub fn new() -> Self {
        let state =
            State { open: Vec::new(), sleepers: Vec::new(), searching: 0, is_shut_down: false };
        Self {
            changes: CachePadded::new(AtomicUsize::new(0)),
            state: CachePadded::new(Mutex::new(state)),
        }
    }

    /// Opens a region that at most `helpers` workers may join. The returned guard closes the region
    /// and waits for these workers.
    pub fn open<'a>(&'a self, job: J, helpers: usize, spin: &'a AdaptiveSpin) -> Open<'a, J> {
        let region = Arc::new(Region {
            job,
            room: AtomicUsize::new(helpers),
            helpers: AtomicUsize::new(0),
            caller: current(),
            panic: std::sync::Mutex::default(),
        });
        let mut state = self.lock();
        state.open.push(Arc::clone(&region));
        let missing = helpers.saturating_sub(state.searching);
        let rest = state.sleepers.len().saturating_sub(missing);
        let woken = state.sleepers.split_off(rest);
        self.changes.fetch_add(1, Ordering::Relaxed);
        drop(state);
        woken.iter().for_each(|sleeper| sleeper.wake());
        Open { workers: self, region, spin }
    }

    /// Joins regions until [`Workers::shut_down`] is called, then returns.
    pub fn work(&self, spin: &AdaptiveSpin) {
        let sleeper = Arc::new(Sleeper { worker: current(), is_woken: AtomicBool::new(false) });
        while let Some(region) = self.join(&sleeper, spin) {
            // The caller resumes the panic.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| region.job.run())) {
                *region.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
            // Release: the caller sees the effects of the job.
            if region.helpers.fetch_sub(1, Ordering::Release) == 1 {
                region.caller.unpark();
            }
        }
    }

    /// Makes [`Workers::work`] return on all workers as soon as no region has room for them.
    pub fn shut_down(&self) {
        let mut state = self.lock();
        state.is_shut_down = true;
        let woken = std::mem::take(&mut state.sleepers);
        self.changes.fetch_add(1, Ordering::Relaxed);
        drop(state);
        woken.iter().for_each(|sleeper| sleeper.wake());
    }

    /// Waits for a region with room and joins it. Returns `None` after shutdown.
    fn join(&self, sleeper: &Arc<Sleeper>, spin: &AdaptiveSpin) -> Option<Arc<Region<J>>> {
        let mut state = self.lock();
        loop {
            if let Some(region) = state.join() {
                return Some(region);
            }
            if state.is_shut_down {
                return None;
            }
            // The counter changes only under the lock, so it belongs to the regions just seen.
            let seen = self.changes.load(Ordering::Relaxed);
            state.searching += 1;
            drop(state);
            let wait = spin.begin();
            let has_changed = wait.until(|| self.changes.load(Ordering::Relaxed) != seen);
            state = self.lock();
            state.searching -= 1;
            if has_changed || self.changes.load(Ordering::Relaxed) != seen {
                continue;
            }
            sleeper.is_woken.store(false, Ordering::Relaxed);
            state.sleepers.push(Arc::clone(sleeper));
            drop(state);
            while !sleeper.is_woken.load(Ordering::Acquire) {
                park();
            }
            wait.has_slept();
            state = self.lock();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State<J>> {
        // Nothing panics while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> State<J> {
    /// Joins the region that was opened first. Returns `None` if no region has room.
    fn join(&mut self) -> Option<Arc<Region<J>>> {
        let region = Arc::clone(self.open.first()?);
        region.helpers.fetch_add(1, Ordering::Relaxed);
        if region.room.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.open.remove(0);
        }
        Some(region)
    }
}

impl Sleeper {
    fn wake(&self) {
        self.is_woken.store(true, Ordering::Release);
        self.worker.unpark();
    }
}

/// An open region. Dropping this guard closes the region and waits until no worker runs its job.
pub struct Open<'a, J: Job> {
    workers: &'a Workers<J>,
    region: Arc<Region<J>>,
    spin: &'a AdaptiveSpin,
}

impl<J: Job> Open<'_, J> {
    /// Closes the region and waits for the helpers.
    ///
    /// # Panics
    /// Resumes the panic of a helper, if there is one.
    pub fn finish(self) {
        let region = Arc::clone(&self.region);
        drop(self);
        let panic = region.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = panic {
            std::panic::resume_unwind(panic);
        }
    }
}

impl<J: Job> Drop for Open<'_, J> {
    fn drop(&mut self) {
        self.workers.lock().open.retain(|region| !Arc::ptr_eq(region, &self.region));
        // Acquire: this thread sees the effects of the helpers.
        let is_done = || self.region.helpers.load(Ordering::Acquire) == 0;
        if is_done() {
            return;
        }
        let wait = self.spin.begin();
        if wait.until(is_done) {
            return;
        }
        while !is_done() {
            park();
        }
        wait.has_slept();
    }
}
