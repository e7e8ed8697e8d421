// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface through which a device mesh that spans several processes transfers bytes between
//! them.

use crate::Error;
use std::fmt::{self, Debug, Display};

/// Transfers bytes between the processes that run a program together.
///
/// Messages between two processes with the same tag arrive in the order in which they were sent.
pub trait Communicator: Debug + Send + Sync {
    /// Returns the number of this operating-system process among the processes of the run.
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

    /// Sends messages to other processes, and receives messages of known sizes from other processes
    /// directly into the memory of the caller. All messages have the same tag, and there is at most
    /// one to and one from each process. Returns when all messages have arrived, and when the memory
    /// of `outgoing` may change again. The messages may arrive in any order.
    ///
    /// # Errors
    /// Fails as [`send`](Self::send) and [`receive`](Self::receive), and if a message has another
    /// size than expected. The contents of `incoming` are then undefined.
    fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        for Outgoing { process, parts } in outgoing {
            self.send(*process, tag, parts)?;
        }
        for message in incoming {
            let bytes = self.receive(message.process, tag)?;
            message.fill(&bytes)?;
        }
        Ok(())
    }

    /// Sends messages to other processes as [`exchange`](Self::exchange), and passes the messages of
    /// `sources`, which have `byte_count` bytes each, to `consume`: first all pieces of the message
    /// of the first source in their order, then those of the second source, and so on. A piece has
    /// at most [`PIECE_BYTES`] bytes; all but the last piece of a message have exactly this size.
    ///
    /// # Errors
    /// Fails as [`exchange`](Self::exchange). Some pieces may then have been passed.
    fn exchange_pieces(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        byte_count: usize,
        consume: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        for Outgoing { process, parts } in outgoing {
            self.send(*process, tag, parts)?;
        }
        for source in sources {
            let bytes = self.receive(*source, tag)?;
            expect_size(*source, byte_count, bytes.len())?;
            bytes.chunks(PIECE_BYTES).for_each(&mut *consume);
        }
        Ok(())
    }

    /// Reports to other processes that this process failed in a run, so that they do not wait for its
    /// messages. This process no longer waits for theirs.
    fn fail(&self, processes: &[usize], run: &RunId, reason: &str);
}

/// A message to another process: the concatenation of `parts`.
#[derive(Clone, Debug)]
pub struct Outgoing<'b> {
    pub process: usize,
    pub parts: Vec<&'b [u8]>,
}

/// The memory for a message from another process: its bytes fill `parts` one after the other.
#[derive(Debug)]
pub struct Incoming<'b> {
    pub process: usize,
    pub parts: Vec<&'b mut [u8]>,
}

impl Incoming<'_> {
    /// Returns the expected number of bytes of the message.
    pub fn byte_count(&self) -> usize {
        self.parts.iter().map(|part| part.len()).sum()
    }

    /// Copies a received message to the parts.
    ///
    /// # Errors
    /// Fails if the message has another size than expected.
    pub fn fill(&mut self, mut bytes: &[u8]) -> Result<(), Error> {
        expect_size(self.process, self.byte_count(), bytes.len())?;
        for part in &mut self.parts {
            let (taken, rest) = bytes.split_at(part.len());
            part.copy_from_slice(taken);
            bytes = rest;
        }
        Ok(())
    }
}

/// The size of the pieces of a message, in bytes.
pub const PIECE_BYTES: usize = 64 << 10;

/// Checks the size of a message.
///
/// # Errors
/// Fails if `found` is not the expected number of bytes.
pub fn expect_size(process: usize, expected: usize, found: usize) -> Result<(), Error> {
    if found == expected {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "expected a message of {expected} bytes from process {process}, found {found} bytes"
    )))
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

/// The tag of a message between processes, which identifies the rendezvous or the transfer that the
/// message belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    pub run: RunId,
    /// A hash of the operation and of the participants of the rendezvous.
    pub meeting: u64,
    /// The number of earlier rendezvous with the same hash in the run.
    pub round: u64,
}
