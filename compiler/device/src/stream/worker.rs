// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The thread of a stream, which submits commands, calls host functions and delivers outcomes.

use super::completion::Completion;
use super::line::{Line, Step, Task};
use super::queue::Queue;
use hloom_compiler::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Starts the thread of a line. The thread ends when the line is closed and all its work has
/// settled.
///
/// # Errors
/// Fails if the system cannot start a thread.
pub fn start(line: &Arc<Line>, queue: &Arc<dyn Queue>) -> Result<(), Error> {
    let (line, queue) = (Arc::clone(line), Arc::clone(queue));
    let device = queue.device().clone();
    let thread = std::thread::Builder::new().name(format!("{} stream", device.platform()));
    let started = thread.spawn(move || {
        while let Some(step) = line.next() {
            let (number, message) = (step.number(), step.panic_message());
            // The line stays consistent, since none of its locks is held during a step.
            if catch_unwind(AssertUnwindSafe(|| take(step, &line, &*queue))).is_err() {
                line.fail(number, Error::Internal(message.to_owned()));
            }
        }
    });
    let failed = |error| device.error(format!("cannot start the thread of a stream: {error}"));
    started.map(drop).map_err(failed)
}

/// Executes a step. A panic in the driver or in a user function propagates to the caller.
fn take(step: Step, line: &Arc<Line>, queue: &dyn Queue) {
    match step {
        Step::Submit(number, command) => {
            queue.submit(&command, Completion::new(line, number, queue.device()));
        }
        Step::Read(number, source) => {
            queue.read(&source, Completion::new(line, number, queue.device()));
        }
        Step::Call(number, callback) => line.finish(number, callback().map(|()| None)),
        Step::Settle(_, task, outcome) => match task {
            Task::Read(_, receive) => {
                let missing = || {
                    Error::Internal(
                        "the driver completed a copy to the host without its bytes".to_owned(),
                    )
                };
                receive(outcome.and_then(|bytes| bytes.ok_or_else(missing)));
            }
            Task::Record(event) => event.reach(outcome.err()),
            // If the stream was dropped, there is no receiver, and the failure does not matter.
            Task::Synchronize(reply) => drop(reply.send(outcome.err())),
            Task::Command(_) | Task::Call(_) | Task::Wait => {}
        },
    }
}
