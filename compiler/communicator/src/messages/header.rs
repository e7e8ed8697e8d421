// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The headers of messages, which have a fixed size and a checksum.

use hloom_evaluator::{RunId, Tag};
use std::io::{self, Read};
use twox_hash::XxHash3_64;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message that a participant sends to another participant.
    Message = 1,
    /// A report that a participant failed, with the reason.
    Failure = 2,
    /// A sign that the sending process is alive.
    Life = 3,
    /// The last message of a process, sent when the process ends.
    End = 4,
}

/// The header of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: Kind,
    pub tag: Tag,
    /// The number of bytes that follow the header.
    pub byte_count: usize,
}

/// The tag of messages that do not belong to a run of a program.
pub const NO_TAG: Tag =
    Tag { run: RunId { devices: 0, number: 0, program: 0 }, meeting: 0, round: 0 };

/// The first number of a header, which identifies its format.
const MAGIC: u64 = u64::from_le_bytes(*b"hloom 02");
/// The number of 64-bit numbers in a header: one each for the magic number, the kind, the number of
/// bytes and the checksum, and five for the tag.
const NUMBERS: usize = 9;
/// The size of a header in bytes.
const HEADER: usize = 8 * NUMBERS;

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// Fails if the source ends or fails, or if the header is damaged.
    pub fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; HEADER];
        from.read_exact(&mut bytes)?;
        let mut numbers = bytes
            .chunks_exact(8)
            .map(|bytes| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default());
        let mut next = || numbers.next().unwrap_or_default();
        let (magic, kind) = (next(), next());
        let run = RunId { devices: next(), number: next(), program: next() };
        let tag = Tag { run, meeting: next(), round: next() };
        let (byte_count, sum) = (next(), next());
        if magic != MAGIC || sum != XxHash3_64::oneshot(&bytes[..HEADER - 8]) {
            return Err(damaged());
        }
        let kinds = [Kind::Message, Kind::Failure, Kind::Life, Kind::End];
        let kind = kinds.into_iter().find(|known| *known as u64 == kind).ok_or_else(damaged)?;
        let byte_count = usize::try_from(byte_count).map_err(|_| damaged())?;
        Ok(Self { kind, tag, byte_count })
    }

    /// Returns the header as bytes.
    pub fn encode(&self) -> [u8; HEADER] {
        let Tag { run: RunId { devices, number, program }, meeting, round } = self.tag;
        let count = self.byte_count as u64;
        let numbers = [MAGIC, self.kind as u64, devices, number, program, meeting, round, count];
        let mut header = [0; HEADER];
        for (bytes, number) in header.chunks_exact_mut(8).zip(numbers) {
            bytes.copy_from_slice(&number.to_le_bytes());
        }
        let sum = XxHash3_64::oneshot(&header[..HEADER - 8]);
        header[HEADER - 8..].copy_from_slice(&sum.to_le_bytes());
        header
    }
}

/// Returns the error for a message with a wrong checksum or another format.
pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "a damaged message arrived")
}
