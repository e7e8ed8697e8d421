// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The report of a queue that a command is complete.

use super::line::Line;
use crate::DeviceId;
use hloom_compiler::Error;
use hloom_values::AlignedBytes;
use std::marker::PhantomData;
use std::sync::Arc;

/// The obligation of a queue to report the end of a command.
///
/// A completion that is dropped without a report is a failure of the command. Finishing and
/// dropping only wake the thread of the stream: neither blocks, calls the queue, or frees memory
/// of the device.
pub struct Completion<T: Output> {
    line: Arc<Line>,
    number: u64,
    device: DeviceId,
    is_finished: bool,
    output: PhantomData<fn(T)>,
}

/// The output of a command: the bytes of a copy to the host, or nothing for other commands.
pub trait Output: sealed::Output {}

impl Output for () {}

impl Output for AlignedBytes {}

mod sealed {
    use hloom_values::AlignedBytes;

    pub trait Output {
        fn into_bytes(self) -> Option<AlignedBytes>;
    }

    impl Output for () {
        fn into_bytes(self) -> Option<AlignedBytes> {
            None
        }
    }

    impl Output for AlignedBytes {
        fn into_bytes(self) -> Option<AlignedBytes> {
            Some(self)
        }
    }
}

impl<T: Output> Completion<T> {
    /// Creates the completion for entry `number` in the line (the work queue) of a stream.
    pub(super) fn new(line: &Arc<Line>, number: u64, device: &DeviceId) -> Completion<T> {
        let (line, device) = (Arc::clone(line), device.clone());
        Completion { line, number, device, is_finished: false, output: PhantomData }
    }

    /// Reports that the command is complete, with its output or the reason why it failed.
    pub fn finish(mut self, outcome: Result<T, Error>) {
        self.is_finished = true;
        self.line.finish(self.number, outcome.map(T::into_bytes));
    }

    /// Returns true if earlier work of the stream has failed, so that the command must not start.
    /// The outcome of the command is then ignored.
    pub fn is_cancelled(&self) -> bool {
        self.line.is_cancelled(self.number)
    }
}

impl<T: Output> Drop for Completion<T> {
    fn drop(&mut self) {
        if !self.is_finished {
            let dropped = self.device.error("the driver dropped a command before its completion");
            self.line.finish(self.number, Err(dropped));
        }
    }
}
