// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events: points in the work of streams.

use hloom_compiler::Error;
use hloom_compiler::interface::Event;
use std::any::Any;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// An event. Clones share their state.
#[derive(Clone, Debug, Default)]
pub struct NpuEvent(Arc<State>);

#[derive(Debug, Default)]
struct State {
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Progress {
    /// Whether any stream has reached the event.
    reached: bool,
    /// Number of streams that have yet to reach the event.
    expected: usize,
    /// The failure of a stream before it reached the event.
    failure: Option<Error>,
}

impl Progress {
    fn has_happened(&self) -> bool {
        self.reached && self.expected == 0
    }
}

impl NpuEvent {
    fn lock(&self) -> MutexGuard<'_, Progress> {
        // A panic cannot leave the state inconsistent, so a poisoned lock is usable.
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a stream that will reach the event.
    pub fn expect(&self) {
        self.lock().expected += 1;
    }

    /// Marks the event as reached by a registered stream, with the failure of the stream if it
    /// has one.
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
