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
    /// Whether it was reached at all, and how many streams have yet to reach it.
    progress: Mutex<(bool, usize)>,
    changed: Condvar,
}

impl NpuEvent {
    fn lock(&self) -> MutexGuard<'_, (bool, usize)> {
        // A panic cannot leave these half written.
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A stream is going to reach it.
    pub fn expect(&self) {
        self.lock().1 += 1;
    }

    /// A stream that was to reach it has.
    pub fn reach(&self) {
        let mut progress = self.lock();
        *progress = (true, progress.1.saturating_sub(1));
        self.0.changed.notify_all();
    }

    /// Waits until all streams have reached it.
    pub fn block(&self) {
        let pending = |progress: &mut (bool, usize)| !progress.0 || progress.1 > 0;
        drop(self.0.changed.wait_while(self.lock(), pending));
    }
}

impl Event for NpuEvent {
    fn has_happened(&self) -> bool {
        let progress = self.lock();
        progress.0 && progress.1 == 0
    }

    fn wait(&self) -> Result<(), Error> {
        self.block();
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
