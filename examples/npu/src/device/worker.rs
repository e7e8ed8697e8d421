// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The thread of a stream.

use super::error::failure;
use hloom_compiler::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Work that may fail.
pub type Work = Box<dyn FnOnce() -> Result<(), Error> + Send>;

/// A command to the thread.
pub enum Command {
    /// Work that is skipped after a failure.
    Work(Work),
    /// A function that always runs; its argument is the failure, if there is one.
    Always(Box<dyn FnOnce(Option<Error>) + Send>),
    /// Returns the failure and clears it.
    Synchronize(Sender<Option<Error>>),
}

/// Starts a thread that ends when its sender is dropped.
///
/// # Errors
/// Fails if the system cannot start a thread.
pub fn start() -> Result<Sender<Command>, Error> {
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().name("npu stream".to_owned());
    let started = thread.spawn(move || work(&receiver));
    started.map_err(|error| failure(format!("cannot start the thread of a stream: {error}")))?;
    Ok(sender)
}

fn work(commands: &Receiver<Command>) {
    let mut failure = None;
    for command in commands {
        match command {
            Command::Work(work) if failure.is_none() => {
                failure = match catch_unwind(AssertUnwindSafe(work)) {
                    Ok(outcome) => outcome.err(),
                    Err(_) => Some(Error::Internal("work of a stream panicked".to_owned())),
                };
            }
            Command::Work(_) => {}
            Command::Always(function) => {
                let failed = failure.clone();
                if catch_unwind(AssertUnwindSafe(|| function(failed))).is_err() {
                    failure.get_or_insert(Error::Internal(
                        "the receiver of a copy panicked".to_owned(),
                    ));
                }
            }
            // If the stream was dropped, there is no receiver, and the error does not matter.
            Command::Synchronize(reply) => drop(reply.send(failure.take())),
        }
    }
}
