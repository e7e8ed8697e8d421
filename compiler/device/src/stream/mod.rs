// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams and events on the queue of a device.
//!
//! A driver implements [`Queue`]: it submits a command and calls its [`Completion`] when the
//! command is done. [`DeviceStream`] implements a [`Stream`](hloom_compiler::interface::Stream) on
//! this queue:
//!
//! - **Order.** Commands are submitted as early as possible, so that the device always has work. A
//!   function on the host runs when all earlier commands are complete, and delays the later
//!   commands. Completions may be reported in any order; their effects on the host (received bytes,
//!   events, failures) follow the order of the stream.
//! - **Failures.** After the first failure in the order of the stream, all later work is skipped
//!   until `synchronize` returns the failure. The receivers of skipped copies to the host get the
//!   failure. Skipped events happen with this failure, so that no caller waits forever.
//! - **Waits.** A stream that waits for an event delays its later work. If an event can no longer
//!   be recorded, waiting for it fails.
//! - **Lifetime.** A stream holds buffers, host bytes and kernels until the commands that use them
//!   are complete. Dropping a stream does not stop its work.
//!
//! Each stream has a thread. It sleeps until there is something to do, and it is the only thread
//! that calls the queue and user functions. A completion only wakes this thread. A driver may
//! therefore call a completion from an interrupt-like context, in which calls of the driver are
//! forbidden.

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
