// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The threads of a communicator.

use crate::lock::lock;
use hloom_evaluator::Error;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Starts a thread.
///
/// # Errors
/// Fails if the system cannot start it.
pub fn start(name: String, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    let started = thread::Builder::new().name(name).spawn(work);
    started.map_err(|error| Error::invalid(format!("cannot start a thread: {error}")))
}

/// A thread that calls a function at intervals. When this object is dropped, the thread ends after
/// the current call.
#[derive(Debug)]
pub struct Ticker {
    closed: Arc<(Mutex<bool>, Condvar)>,
    /// The handle of the thread; `None` once `join` has taken it.
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts a thread that calls `work` at intervals until `work` returns false.
    ///
    /// # Errors
    /// Fails if the system cannot start it.
    pub fn start(
        name: &str,
        interval: Duration,
        mut work: impl FnMut() -> bool + Send + 'static,
    ) -> Result<Self, Error> {
        let closed: Arc<(Mutex<bool>, Condvar)> = Arc::default();
        let until = Arc::clone(&closed);
        let thread = start(name.to_owned(), move || {
            let (is_closed, changed) = &*until;
            let mut guard = lock(is_closed);
            while !*guard {
                drop(guard);
                if !work() {
                    return;
                }
                guard = lock(is_closed);
                let waited = changed.wait_timeout_while(guard, interval, |closed| !*closed);
                guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        })?;
        Ok(Self { closed, thread: Some(thread) })
    }

    /// Makes the thread end after the current call of its function.
    pub fn close(&self) {
        let (closed, changed) = &*self.closed;
        *lock(closed) = true;
        changed.notify_all();
    }

    /// Makes the thread end, and waits until it has ended.
    pub fn join(mut self) {
        self.close();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has ended, too.
            let _ = thread.join();
        }
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        self.close();
    }
}
