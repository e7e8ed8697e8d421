// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The thread that communicates while a run computes.
//!
//! The collectives of a run are executed one after the other, in the order in which the program
//! starts them. All participants have the same order, so they do not wait for each other in a
//! cycle.

use crate::Error;
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// The work of a collective, which the background thread executes.
pub type Work = Box<dyn FnOnce() -> Result<(), Error> + Send>;

/// The thread that executes the collectives of a run. The thread starts with the first collective.
/// Dropping this object waits until all work has ended.
#[derive(Default)]
pub struct Background {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    thread: Option<(Sender<Job>, JoinHandle<()>)>,
    /// The outcomes of the collectives for which the program has not waited yet, by the numbers of
    /// their runtime calls.
    outcomes: HashMap<usize, Receiver<Result<(), Error>>>,
}

/// The work of a collective, and the channel to which its outcome is sent.
type Job = (Work, Sender<Result<(), Error>>);

impl Background {
    /// Starts the work of the runtime call with number `number`.
    ///
    /// # Errors
    /// Fails if the thread cannot be started.
    pub fn start(&self, number: usize, work: Work) -> Result<(), Error> {
        let mut state = self.lock();
        let outcome = state.enqueue(work)?;
        state.outcomes.insert(number, outcome);
        Ok(())
    }

    /// Waits until the work of the runtime call with number `number` has ended.
    ///
    /// # Errors
    /// Fails with the error of the work.
    pub fn wait(&self, number: usize) -> Result<(), Error> {
        let outcome = self.lock().outcomes.remove(&number);
        let outcome = outcome.ok_or_else(|| {
            Error::Internal(format!("cannot wait for runtime call {number}, which was not started"))
        })?;
        outcome_of(&outcome)
    }

    /// Waits until all started work has ended, so that a collective on the calling thread keeps its
    /// place in the order. [`wait`](Self::wait) still returns the errors of the work.
    ///
    /// # Errors
    /// Fails if the background thread cannot be started or has ended.
    pub fn wait_for_all(&self) -> Result<(), Error> {
        let outcome = {
            let mut state = self.lock();
            if state.outcomes.is_empty() {
                return Ok(());
            }
            state.enqueue(Box::new(|| Ok(())))?
        };
        outcome_of(&outcome)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn enqueue(&mut self, work: Work) -> Result<Receiver<Result<(), Error>>, Error> {
        let (sender, outcome) = mpsc::channel();
        let (queue, _) = match &mut self.thread {
            Some(thread) => thread,
            none => none.insert(start()?),
        };
        queue.send((work, sender)).map_err(|_| ended())?;
        Ok(outcome)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some((queue, thread)) = self.lock().thread.take() {
            drop(queue);
            // Whoever waited for work that panicked has the error.
            let _ = thread.join();
        }
    }
}

fn start() -> Result<(Sender<Job>, JoinHandle<()>), Error> {
    let (queue, jobs) = mpsc::channel::<Job>();
    let run = move || {
        for (work, outcome) in jobs {
            // Nobody waits if the run failed.
            let _ = outcome.send(work());
        }
    };
    let thread = thread::Builder::new().name("hloom-collectives".to_owned()).spawn(run);
    let failed = |error| Error::invalid(format!("cannot start the thread of collectives: {error}"));
    Ok((queue, thread.map_err(failed)?))
}

fn outcome_of(outcome: &Receiver<Result<(), Error>>) -> Result<(), Error> {
    outcome.recv().unwrap_or_else(|_| Err(ended()))
}

fn ended() -> Error {
    Error::Internal("the thread that executes collectives has ended".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn work_ends_in_the_order_of_its_start() {
        let background = Background::default();
        let done = Arc::new(Mutex::new(Vec::new()));
        for number in 0..10 {
            let done = Arc::clone(&done);
            let work = move || {
                done.lock().expect("a lock").push(number);
                if number == 3 { Err(Error::invalid("three")) } else { Ok(()) }
            };
            background.start(number, Box::new(work)).expect("started");
        }
        background.wait_for_all().expect("all ended");
        assert_eq!(*done.lock().expect("a lock"), (0..10).collect::<Vec<_>>());
        assert_eq!(background.wait(3).expect_err("it failed").to_string(), "three");
        background.wait(4).expect("it succeeded");
        assert!(background.wait(4).is_err());
    }

    #[test]
    fn all_work_has_ended_when_the_thread_is_dropped() {
        let background = Background::default();
        let shared = Arc::new(());
        let other = Arc::clone(&shared);
        background
            .start(
                0,
                Box::new(move || {
                    drop(other);
                    Ok(())
                }),
            )
            .expect("started");
        drop(background);
        assert_eq!(Arc::strong_count(&shared), 1);
    }
}
