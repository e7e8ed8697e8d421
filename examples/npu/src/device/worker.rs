// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The thread that does the work of a stream.

use hloom_compiler::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Work that fails, or not.
pub type Work = Box<dyn FnOnce() -> Result<(), Error> + Send>;

/// What is sent to the thread.
pub enum Command {
    /// Is done unless something before it failed.
    Work(Work),
    /// Is told the failure, if there is one; done in any case.
    Always(Box<dyn FnOnce(Option<Error>) + Send>),
    /// Takes the failure away.
    Synchronize(Sender<Option<Error>>),
}

/// Starts a thread, which ends when nobody can send to it any more.
///
/// # Errors
/// If the system has no more threads.
pub fn start() -> Result<Sender<Command>, Error> {
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().name("npu stream".to_owned());
    let started = thread.spawn(move || work(&receiver));
    started.map_err(|error| super::failure(format!("no thread for a stream: {error}")))?;
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
                    failure.get_or_insert(Error::Internal("a receiver panicked".to_owned()));
                }
            }
            // Nobody waits if the stream was dropped.
            Command::Synchronize(reply) => drop(reply.send(failure.take())),
        }
    }
}
