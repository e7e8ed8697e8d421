// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams and events on the queue of a device.
//!
//! A driver implements [`Queue`]: it submits a command and calls its [`Completion`] when the
//! command is done. [`DeviceStream`] makes a [`Stream`](hloom_compiler::interface::Stream) of it:
//!
//! - **Order.** Commands are submitted as early as possible, so that the device always has work.
//!   A function on the host runs when all earlier commands are complete, and holds back the later
//!   ones. Completions may be reported in any order; their effects on the host (received bytes,
//!   events, failures) follow the order of the stream.
//! - **Failures.** The first failure in the order of the stream skips all later work, until
//!   `synchronize` returns it. Skipped copies to the host receive the failure, and skipped events
//!   happen with it, so that nobody waits forever.
//! - **Waits.** A stream that waits for an event holds back its later work. An event that nobody
//!   can record anymore fails those who wait for it.
//! - **Lifetime.** A stream holds buffers, host bytes and kernels until the commands that use them
//!   are complete. Dropping a stream does not stop its work.
//!
//! Each stream has a thread. It sleeps until there is something to do, and it is the only thread
//! that calls the queue and the functions of users. A completion only wakes it, so a driver may
//! call one from an interrupt-like context in which its own functions are forbidden.

mod command;
mod completion;
mod device_stream;
mod event;
mod line;
mod queue;
mod worker;

pub use command::{Command, Launch};
pub use completion::{Completion, Output};
pub use device_stream::DeviceStream;
pub use event::DeviceEvent;
pub use queue::Queue;
