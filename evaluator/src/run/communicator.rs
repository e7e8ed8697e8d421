// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface through which a device mesh that spans several processes transfers bytes between
//! them.

use crate::Error;
use std::fmt::{self, Debug, Display};

/// Transfers bytes between the processes that run a program together.
///
/// Messages between two processes with the same tag arrive in the order in which they were sent.
pub trait Communicator: Debug + Send + Sync {
    /// Returns the number of this process.
    fn process(&self) -> usize;

    /// Sends a message, which is the concatenation of `parts`, to another process. Returns as soon
    /// as `parts` may change again, without waiting until the other process receives the message.
    ///
    /// # Errors
    /// Fails if the other process cannot be reached.
    fn send(&self, process: usize, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error>;

    /// Waits for the next message with the given tag from another process.
    ///
    /// # Errors
    /// Fails if the other process is lost, if it or this process reports a failure in this run
    /// ([`fail`](Self::fail)), or if it runs another program.
    fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error>;

    /// Reports to other processes that this process failed in a run, so that they do not wait for its
    /// messages. This process no longer waits for theirs.
    fn fail(&self, processes: &[usize], run: &RunId, reason: &str);
}

/// The identity of a run of a program on several processes. All processes compute the same
/// identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunId {
    /// A hash of the devices of the run.
    pub devices: u64,
    /// The number of the run among the runs on the same devices.
    pub number: u64,
    /// A hash of the program, which must be equal on all processes.
    pub program: u64,
}

impl Display for RunId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { devices, number, program } = self;
        write!(
            formatter,
            "run {number} on the devices {devices:016x} of the program {program:016x}"
        )
    }
}

/// The purpose of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    pub run: RunId,
    /// A hash of the operation and of the participants of the rendezvous.
    pub meeting: u64,
    /// The number of earlier rendezvous with the same hash in the run.
    pub round: u64,
}
