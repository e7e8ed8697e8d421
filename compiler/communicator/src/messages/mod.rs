// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages of other processes, and the participants that wait for these messages.

mod expected;
mod header;
mod mailbox;
mod message;

pub use expected::Expected;
pub use header::{Header, Kind, NO_TAG, damaged};
pub use mailbox::{Mailbox, no_connection};
pub use message::{Arriving, Message};
