// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events (`PJRT_Event`): one-time notifications that carry success or a failure.

use crate::failure::Failure;
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A function that is called with the outcome of an event.
type Callback = Box<dyn FnOnce(Result<(), Failure>) + Send>;

/// A pending or completed event. Clones refer to the same event.
#[derive(Clone, Default)]
pub struct Event(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    outcome: Option<Result<(), Failure>>,
    callbacks: Vec<Callback>,
    /// The number of threads that wait in [`Event::wait`]. If it is zero, no notification is sent,
    /// because each notification is a system call.
    waiting: usize,
}

impl Event {
    /// Creates an event that is already complete, with the given outcome.
    pub fn completed(outcome: Result<(), Failure>) -> Self {
        let event = Self::default();
        event.lock().outcome = Some(outcome);
        event
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No code panics while the lock is held.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Completes the event with an outcome and calls the callbacks. Has no effect on a completed
    /// event.
    pub fn complete(&self, outcome: Result<(), Failure>) {
        let mut state = self.lock();
        if state.outcome.is_some() {
            return;
        }
        state.outcome = Some(outcome.clone());
        let callbacks = mem::take(&mut state.callbacks);
        let is_awaited = state.waiting > 0;
        drop(state);
        if is_awaited {
            self.0.changed.notify_all();
        }
        for callback in callbacks {
            callback(outcome.clone());
        }
    }

    /// Returns the outcome of the event, or `None` while the event is pending.
    pub fn outcome(&self) -> Option<Result<(), Failure>> {
        self.lock().outcome.clone()
    }

    /// Blocks the calling thread until the event completes.
    ///
    /// # Errors
    /// Fails if the outcome of the event is a failure.
    pub fn wait(&self) -> Result<(), Failure> {
        let mut state = self.lock();
        state.waiting += 1;
        let waiting = self.0.changed.wait_while(state, |state| state.outcome.is_none());
        let mut state = waiting.unwrap_or_else(PoisonError::into_inner);
        state.waiting -= 1;
        state.outcome.clone().unwrap_or(Ok(()))
    }

    /// Calls a function with the outcome of the event: immediately if the event is complete, and
    /// otherwise on the thread that completes it.
    pub fn then(&self, callback: impl FnOnce(Result<(), Failure>) + Send + 'static) {
        let mut state = self.lock();
        if let Some(outcome) = state.outcome.clone() {
            drop(state);
            callback(outcome);
        } else {
            state.callbacks.push(Box::new(callback));
        }
    }
}
