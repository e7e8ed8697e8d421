// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Execution of decoded programs: calls, regions, and the participants that run them.

mod activation;
mod grid;
mod host;
mod membership;
mod parallel;
mod process_id;
mod queues;

pub use activation::{Activation, Process};
pub use grid::Grid;
pub use host::Host;
pub use membership::Membership;
pub use process_id::ProcessId;
pub(crate) use queues::ChannelKey;
pub use queues::Queues;
