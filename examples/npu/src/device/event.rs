// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Points in the work of streams.

use hloom_compiler::Error;
use hloom_compiler::interface::Event;
use std::any::Any;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// An event; clones are the same one.
#[derive(Clone, Debug, Default)]
pub struct NpuEvent(Arc<State>);

#[derive(Debug, Default)]
struct State {
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Progress {
    /// Whether it was reached at all.
    reached: bool,
    /// How many streams have yet to reach it.
    expected: usize,
    /// What failed on a stream before that one reached it.
    failure: Option<Error>,
}

impl Progress {
    fn has_happened(&self) -> bool {
        self.reached && self.expected == 0
    }
}

impl NpuEvent {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        // A panic cannot leave these half written.
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A stream is going to reach it.
    pub fn expect(&self) {
        self.lock().expected += 1;
    }

    /// A stream that was to reach it has, after this failure if there was one.
    pub fn reach(&self, failure: Option<Error>) {
        let mut progress = self.lock();
        progress.reached = true;
        progress.expected = progress.expected.saturating_sub(1);
        progress.failure = progress.failure.take().or(failure);
        self.0.changed.notify_all();
    }
}

impl Event for NpuEvent {
    fn has_happened(&self) -> bool {
        self.lock().has_happened()
    }

    fn wait(&self) -> Result<(), Error> {
        let pending = |progress: &mut Progress| !progress.has_happened();
        let progress = self.0.changed.wait_while(self.lock(), pending);
        let progress = progress.unwrap_or_else(PoisonError::into_inner);
        progress.failure.clone().map_or(Ok(()), Err)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
