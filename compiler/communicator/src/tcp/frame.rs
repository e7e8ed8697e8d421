// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The format of messages on a connection: a header of fixed size, followed by the bytes.

use hloom_evaluator::{RunId, Tag};
use std::hash::Hasher;
use std::io::{self, IoSlice, Read, Write};
use twox_hash::XxHash3_64;

/// The kind of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A message that a participant sends.
    Message = 1,
    /// A report that a participant failed, with the reason.
    Failure = 2,
    /// A sign that the process is alive.
    Life = 3,
    /// The last frame of a process, sent when the process ends.
    End = 4,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub kind: Kind,
    pub tag: Tag,
    pub bytes: Vec<u8>,
}

/// The first numbers of a header, which identify its format.
const MAGIC: u64 = u64::from_le_bytes(*b"hloom 01");
/// The numbers of a header: magic number, kind, tag, number of bytes and checksum.
const NUMBERS: usize = 9;
const HEADER: usize = 8 * NUMBERS;
/// The number of bytes that are allocated before a message arrives, so that a damaged header cannot
/// request all memory.
const RESERVED: usize = 64 << 20;

/// Writes a frame whose bytes are the concatenation of `parts`.
///
/// # Errors
/// Fails if the bytes cannot be written.
pub fn write(to: &mut impl Write, kind: Kind, tag: &Tag, parts: &[&[u8]]) -> io::Result<()> {
    let count: usize = parts.iter().map(|part| part.len()).sum();
    let Tag { run: RunId { devices, number, program }, meeting, round } = *tag;
    let numbers = [MAGIC, kind as u64, devices, number, program, meeting, round, count as u64];
    let mut header: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
    let sum = checksum(&header, parts.iter().copied());
    header.extend(sum.to_le_bytes());
    let mut slices = vec![IoSlice::new(&header)];
    slices.extend(parts.iter().map(|part| IoSlice::new(part)));
    let mut slices = &mut slices[..];
    // Empty slices at the front would look like the end of the connection.
    IoSlice::advance_slices(&mut slices, 0);
    while !slices.is_empty() {
        match to.write_vectored(slices) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut slices, written),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

impl Frame {
    /// Reads a frame.
    ///
    /// # Errors
    /// Fails if the connection ends, if no bytes arrive before the time limit, or if the frame is
    /// damaged.
    pub fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut header = [0; HEADER];
        from.read_exact(&mut header)?;
        let mut numbers = header
            .chunks_exact(8)
            .map(|bytes| bytes.try_into().map(u64::from_le_bytes).unwrap_or_default());
        let mut next = || numbers.next().unwrap_or_default();
        let (magic, kind) = (next(), next());
        let run = RunId { devices: next(), number: next(), program: next() };
        let tag = Tag { run, meeting: next(), round: next() };
        let (count, sum) = (next(), next());
        let kind = [Kind::Message, Kind::Failure, Kind::Life, Kind::End]
            .into_iter()
            .find(|known| *known as u64 == kind)
            .filter(|_| magic == MAGIC);
        let (Some(kind), Ok(count)) = (kind, usize::try_from(count)) else { return Err(damaged()) };
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(count.min(RESERVED)).map_err(|_| io::ErrorKind::OutOfMemory)?;
        if from.take(count as u64).read_to_end(&mut bytes)? < count {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if checksum(&header[..HEADER - 8], [&bytes[..]]) != sum {
            return Err(damaged());
        }
        Ok(Self { kind, tag, bytes })
    }
}

fn checksum<'p>(header: &[u8], parts: impl IntoIterator<Item = &'p [u8]>) -> u64 {
    let mut hasher = XxHash3_64::new();
    hasher.write(header);
    parts.into_iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "it delivered a damaged message")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Vec<u8> {
        let run = RunId { devices: 1, number: 2, program: 3 };
        let mut bytes = Vec::new();
        write(&mut bytes, Kind::Message, &Tag { run, meeting: 4, round: 5 }, &[b"ab", b"", b"c"])
            .expect("a vector grows");
        bytes
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let read = Frame::read(&mut &frame()[..]).expect("a frame");
        let run = RunId { devices: 1, number: 2, program: 3 };
        let tag = Tag { run, meeting: 4, round: 5 };
        assert_eq!(read, Frame { kind: Kind::Message, tag, bytes: b"abc".to_vec() });
    }

    #[test]
    fn each_damaged_byte_is_found() {
        for position in 0..frame().len() {
            let mut bytes = frame();
            bytes[position] ^= 0x10;
            assert!(Frame::read(&mut &bytes[..]).is_err(), "{position}");
        }
        for count in 0..frame().len() {
            assert!(Frame::read(&mut &frame()[..count]).is_err(), "{count}");
        }
    }
}
