// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Execution of decoded programs: calls, regions, and the participants that run them.

mod activation;
mod channel;
mod communicator;
mod device_mesh;
mod exchange;
mod host;
mod membership;
mod messages;
mod parallel;
mod participant_id;
mod processes;
mod queues;

pub use activation::{Activation, Participant};
pub use channel::Channel;
pub use communicator::{Communicator, Incoming, Outgoing, PIECE_BYTES, RunId, Tag, expect_size};
pub use device_mesh::DeviceMesh;
pub use exchange::Pattern;
pub use host::Host;
pub use membership::Membership;
pub use participant_id::ParticipantId;
pub use processes::Processes;
pub use queues::Queues;
