// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface of a driver's queue.

use super::command::{Command, Launch};
use super::completion::Completion;
use crate::DeviceId;
use hloom_compiler::Error;
use hloom_compiler::interface::DeviceBuffer;
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A queue of a device, which a driver implements. Each stream has its own queue.
///
/// The commands of a queue take effect in the order of their submission, as if each command started
/// after the previous one is complete. The queue may report completions in any order.
///
/// A queue must not start a command after an earlier one has failed. Most hardware stops at a
/// failure by itself. A queue that runs commands on the host calls [`Completion::is_cancelled`]
/// before it starts a command.
///
/// Commands hold their buffers, bytes and kernels until they are complete. Only the thread of the
/// stream calls [`submit`](Queue::submit) and [`read`](Queue::read). The users of the stream call
/// the checks.
pub trait Queue: Send + Sync {
    /// Returns the device of the queue.
    fn device(&self) -> &DeviceId;

    /// Checks that a buffer belongs to the device.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    fn check_buffer(&self, buffer: &DeviceBuffer) -> Result<(), Error>;

    /// Checks a launch whose buffers have passed [`check_buffer`](Queue::check_buffer).
    ///
    /// # Errors
    /// Fails if the kernel belongs to another device, or does not accept the arguments or the
    /// launch dimensions.
    fn check_launch(&self, launch: &Launch) -> Result<(), Error>;

    /// Submits a command.
    ///
    /// The queue finishes `done` once, on any thread, when the command is complete. Hardware queues
    /// return from this call earlier. A simulator may run the command during this call.
    fn submit(&self, command: &Arc<Command>, done: Completion<()>);

    /// Submits a copy of a buffer to the host.
    ///
    /// The queue finishes `done` once, on any thread, with the bytes.
    fn read(&self, source: &DeviceBuffer, done: Completion<AlignedBytes>);
}
