// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Guards around threads of another copy of the Rust standard library, which cannot catch panics of
//! this copy.

use crate::panics;
use hloom_compiler::interface::Threads;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Threads on which panics of tasks are caught. The thread that waits for all tasks raises the
/// panic again.
#[derive(Debug)]
pub struct GuardedThreads(Arc<dyn Threads>);

impl GuardedThreads {
    pub fn of(threads: Arc<dyn Threads>) -> Arc<Self> {
        Arc::new(Self(threads))
    }
}

impl Threads for GuardedThreads {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn parallel_for(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync)) {
        let panic: Mutex<Option<String>> = Mutex::default();
        self.0.parallel_for(tasks, &|range| {
            if let Err(message) = panics::catch(|| body(range)) {
                *panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
            }
        });
        if let Some(message) = panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
            panics::raise(message);
        }
    }
}
