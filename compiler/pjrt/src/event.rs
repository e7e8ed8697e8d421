// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events: things that happen once, well or not.

use crate::c_api::structs::{
    EventAwait, EventCreate, EventDestroy, EventError, EventIsReady, EventOnReady, EventSet,
};
use crate::c_api::values::{Handle, ReadyCallback};
use crate::failure::{Code, Failure};
use std::mem;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Called with how it went.
type Callback = Box<dyn FnOnce(Result<(), Failure>) + Send>;

/// Something that is still to happen, or has happened. Copies are the same event.
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
}

impl Event {
    /// An event that has happened.
    pub fn happened(outcome: Result<(), Failure>) -> Self {
        let event = Self::default();
        event.lock().outcome = Some(outcome);
        event
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing can panic while it is held.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets it happen; what happens again does not.
    pub fn happen(&self, outcome: Result<(), Failure>) {
        let mut state = self.lock();
        if state.outcome.is_some() {
            return;
        }
        state.outcome = Some(outcome.clone());
        let callbacks = mem::take(&mut state.callbacks);
        drop(state);
        self.0.changed.notify_all();
        for callback in callbacks {
            callback(outcome.clone());
        }
    }

    /// How it went, if it has happened.
    pub fn outcome(&self) -> Option<Result<(), Failure>> {
        self.lock().outcome.clone()
    }

    /// Waits on this thread until it has happened.
    ///
    /// # Errors
    /// If it did not go well.
    pub fn wait(&self) -> Result<(), Failure> {
        let waiting = self.0.changed.wait_while(self.lock(), |state| state.outcome.is_none());
        let state = waiting.unwrap_or_else(PoisonError::into_inner);
        state.outcome.clone().unwrap_or(Ok(()))
    }

    /// Calls a function once it has happened: at once, or on the thread that lets it happen.
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

pub fn destroy(arguments: &mut EventDestroy) -> Result<(), Failure> {
    arguments.event.take();
    Ok(())
}

pub fn is_ready(arguments: &mut EventIsReady) -> Result<(), Failure> {
    arguments.is_ready = arguments.event.get()?.outcome().is_some().into();
    Ok(())
}

pub fn error(arguments: &mut EventError) -> Result<(), Failure> {
    let pending = || Failure::new(Code::FailedPrecondition, "the event has not happened yet");
    arguments.event.get()?.outcome().unwrap_or_else(|| Err(pending()))
}

pub fn await_(arguments: &mut EventAwait) -> Result<(), Failure> {
    arguments.event.get()?.wait()
}

pub fn on_ready(arguments: &mut EventOnReady) -> Result<(), Failure> {
    let callback: ReadyCallback = arguments.callback;
    arguments.event.get()?.then(move |outcome| callback.call(outcome));
    Ok(())
}

pub fn create(arguments: &mut EventCreate) -> Result<(), Failure> {
    arguments.event = Handle::give(Event::default());
    Ok(())
}

pub fn set(arguments: &mut EventSet) -> Result<(), Failure> {
    let event = arguments.event.get()?;
    if event.outcome().is_some() {
        return Err(Failure::new(Code::FailedPrecondition, "the event has happened already"));
    }
    let message = arguments.error_message.text();
    event.happen(match arguments.error_code {
        0 => Ok(()),
        code => Err(Failure { code, message }),
    });
    Ok(())
}
