// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the workers by the model checker `loom`, which runs all interleavings of their
//! operations. It reports a lost wakeup as a deadlock. The primitives and the spinning of the
//! module are replaced.

/// The module under test, with the primitives of the model checker.
#[path = "../src/runtime/thread_pool/workers.rs"]
mod workers;

mod sync {
    //! The primitives of `loom`. Its own `unpark` also wakes a thread that waits for a lock, so
    //! threads park on a condition variable.

    use loom::sync::Condvar;
    pub use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    pub use loom::sync::{Arc, Mutex, MutexGuard};

    /// A thread with its token, as in `std::thread`.
    #[derive(Clone)]
    pub struct Thread(Arc<(Mutex<bool>, Condvar)>);

    loom::thread_local! {
        static THREAD: Thread = Thread(Arc::new((Mutex::new(false), Condvar::new())));
    }

    pub fn current() -> Thread {
        THREAD.with(Clone::clone)
    }

    pub fn park() {
        let Thread(token) = current();
        let mut has_token = token.0.lock().unwrap();
        while !*has_token {
            has_token = token.1.wait(has_token).unwrap();
        }
        *has_token = false;
    }

    impl Thread {
        pub fn unpark(&self) {
            *self.0.0.lock().unwrap() = true;
            self.0.1.notify_one();
        }
    }
}

mod adaptive_spin {
    //! A spin polls the condition once, so it may succeed or fail.

    pub struct AdaptiveSpin;
    pub struct Wait;

    impl AdaptiveSpin {
        pub fn begin(&self) -> Wait {
            Wait
        }
    }

    impl Wait {
        pub fn until(&self, holds: impl Fn() -> bool) -> bool {
            holds()
        }

        pub fn has_slept(&self) {}
    }
}

use adaptive_spin::AdaptiveSpin;
use loom::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use loom::sync::{Arc, Condvar, Mutex};
use loom::thread;
use std::cell::Cell;
use workers::{Job, Workers};

std::thread_local! {
    /// Set if a helper does a job whose caller has gone on. The checker runs all threads of a model
    /// on one thread of the system.
    static IS_LATE: Cell<bool> = const { Cell::new(false) };
}

/// A job that counts the threads that do it.
///
/// The count is relaxed: without an edge from a helper to the caller, the checker also tries old
/// values.
#[derive(Clone)]
struct Counted(Arc<(AtomicUsize, AtomicBool)>);

impl Counted {
    fn new() -> Self {
        Self(Arc::new((AtomicUsize::new(0), AtomicBool::new(false))))
    }

    /// Does the job as a caller with `helpers` helpers.
    fn share(&self, workers: &Workers<Self>, helpers: usize) {
        let region = workers.open(self.clone(), helpers, &AdaptiveSpin);
        self.run();
        region.finish();
        let (begun, is_over) = &*self.0;
        is_over.store(true, Relaxed);
        let seen = begun.load(Relaxed);
        // A modification reads the newest value.
        assert_eq!(seen, begun.fetch_add(0, Relaxed));
        assert!((1..=1 + helpers).contains(&seen));
    }
}

impl Job for Counted {
    fn run(&self) {
        let (begun, is_over) = &*self.0;
        begun.fetch_add(1, Relaxed);
        if is_over.load(Relaxed) {
            IS_LATE.set(true);
        }
    }
}

/// A job whose caller waits until `wanted` threads do it.
#[derive(Clone)]
struct Meeting(Arc<(Mutex<usize>, Condvar)>);

impl Job for Meeting {
    fn run(&self) {
        *self.0.0.lock().unwrap() += 1;
        self.0.1.notify_one();
    }
}

impl Meeting {
    fn of(workers: &Workers<Self>, helpers: usize) {
        let meeting = Self(Arc::new((Mutex::new(0), Condvar::new())));
        let region = workers.open(meeting.clone(), helpers, &AdaptiveSpin);
        let mut met = meeting.0.0.lock().unwrap();
        while *met < helpers {
            met = meeting.0.1.wait(met).unwrap();
        }
        drop(met);
        region.finish();
    }
}

/// Checks `call` with `count` workers, and that all of them return after shutdown.
fn check<J: Job + 'static>(count: usize, call: fn(&Arc<Workers<J>>)) {
    let mut model = loom::model::Builder::new();
    // Two preemptions suffice for nearly all faults (Musuvathi and Qadeer, PLDI 2007), and take
    // seconds instead of minutes.
    model.preemption_bound = Some(2);
    model.check(move || {
        let workers = Arc::new(Workers::new());
        let work = |workers: Arc<Workers<J>>| thread::spawn(move || workers.work(&AdaptiveSpin));
        let threads: Vec<_> = (0..count).map(|_| work(Arc::clone(&workers))).collect();
        call(&workers);
        workers.shut_down();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(!IS_LATE.get(), "a caller did not wait for a helper");
    });
}

#[test]
fn callers_wait_for_helpers() {
    check(1, |workers| {
        Counted::new().share(workers, 1);
        Counted::new().share(workers, 1);
    });
}

#[test]
fn two_helpers() {
    check(2, |workers| Counted::new().share(workers, 2));
}

#[test]
fn two_callers() {
    check(1, |workers| {
        let other = Arc::clone(workers);
        let other = thread::spawn(move || Counted::new().share(&other, 1));
        Counted::new().share(workers, 1);
        other.join().unwrap();
    });
}

#[test]
fn workers_wake_for_every_region() {
    check(1, |workers| {
        Meeting::of(workers, 1);
        Meeting::of(workers, 1);
    });
}

#[test]
fn two_workers_wake() {
    check(2, |workers| Meeting::of(workers, 2));
}

#[test]
fn workers_wake_for_two_callers() {
    check(1, |workers| {
        let other = Arc::clone(workers);
        let other = thread::spawn(move || Meeting::of(&other, 1));
        Meeting::of(workers, 1);
        other.join().unwrap();
    });
}
