// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The core of an engine: a message-passing library, and the messages that it has delivered.

use super::deliveries::Deliveries;
use super::ffi::Library;
use super::pause::Pause;
use super::state::State;
use crate::lock::lock;
use hloom_evaluator::Error;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// A message-passing library, and the messages that it has delivered.
pub struct Engine<L: Library> {
    pub own: usize,
    pub deliveries: Deliveries<L>,
    state: Mutex<State<L>>,
}

/// The outcome of an attempt to make progress.
pub enum Attempt<T> {
    Done(T),
    Moved,
    Waits,
}

impl<T> Attempt<T> {
    /// Returns `Done` with the result `done` if there is one, otherwise `Moved` if `has_moved` is
    /// true, and else `Waits`.
    pub fn of(done: Option<T>, has_moved: bool) -> Self {
        match done {
            Some(done) => Self::Done(done),
            None if has_moved => Self::Moved,
            None => Self::Waits,
        }
    }
}

impl<L: Library> Engine<L> {
    /// Creates the engine of process `own` of `count` processes.
    pub fn new(library: L, own: usize, count: usize) -> Self {
        let state = Mutex::new(State::new(library, count));
        Self { own, deliveries: Deliveries::new(own, count), state }
    }

    /// Locks the state of the engine.
    pub fn state(&self) -> MutexGuard<'_, State<L>> {
        lock(&self.state)
    }

    /// Waits until a message has arrived from each other process. Each process sends signs of life
    /// from its background thread.
    ///
    /// # Errors
    /// Fails if nothing arrives from a process in time, or with the error of the library.
    pub fn wait_for_all(&self, time: Duration) -> Result<(), Error> {
        let (since, mut pause) = (Instant::now(), Pause::default());
        for process in (0..self.deliveries.mailboxes.len()).filter(|process| *process != self.own) {
            loop {
                let mut state = self.state();
                state.progress(&self.deliveries)?;
                if state.silence(process).is_some() {
                    break;
                }
                drop(state);
                if since.elapsed() > time {
                    let own = self.own;
                    return Err(Error::Unavailable(format!(
                        "process {process} has not connected to process {own}: it is late"
                    )));
                }
                pause.pause();
            }
        }
        Ok(())
    }

    /// Makes progress and calls `body`, again and again, until `body` returns `Attempt::Done`. The
    /// state of the engine is locked during each call.
    ///
    /// # Errors
    /// Fails with the error of `body` or of the library.
    pub fn repeat<T>(
        &self,
        mut body: impl FnMut(&mut State<L>) -> Result<Attempt<T>, Error>,
    ) -> Result<T, Error> {
        let mut pause = Pause::default();
        loop {
            let mut state = self.state();
            // After an error of the library, those who wait have the error in their mailboxes.
            let progress = state.progress(&self.deliveries);
            match body(&mut state)? {
                Attempt::Done(done) => return Ok(done),
                Attempt::Moved => pause.reset(),
                Attempt::Waits => {}
            }
            progress?;
            drop(state);
            pause.pause();
        }
    }
}
