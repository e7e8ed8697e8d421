// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The format of messages on a connection: a header of fixed size with its own checksum, the bytes,
//! and the checksum of the bytes.
//!
//! The checksums detect messages that were damaged on their way. The header has its own checksum,
//! so that a damaged number of bytes or tag is found before the bytes arrive.

use crate::messages::{Header, Kind, damaged};
use hloom_evaluator::{PIECE_BYTES, Tag};
use std::hash::Hasher;
use std::io::{self, IoSlice, Read, Write};
use twox_hash::XxHash3_64;

/// Writes a frame: a header, the concatenation of `parts`, and its checksum.
///
/// # Errors
/// Fails if the bytes cannot be written.
pub fn write(to: &mut impl Write, kind: Kind, tag: &Tag, parts: &[&[u8]]) -> io::Result<()> {
    let byte_count = parts.iter().map(|part| part.len()).sum();
    let header = Header { kind, tag: *tag, byte_count }.encode();
    let mut sum = XxHash3_64::new();
    if byte_count <= PIECE_BYTES {
        parts.iter().for_each(|part| sum.write(part));
        let sum = sum.finish().to_le_bytes();
        let mut slices = vec![IoSlice::new(&header)];
        slices.extend(parts.iter().map(|part| IoSlice::new(part)));
        slices.push(IoSlice::new(&sum));
        return write_slices(to, &mut slices);
    }
    to.write_all(&header)?;
    // A piece is still in the cache after its checksum was computed.
    for piece in parts.iter().flat_map(|part| part.chunks(PIECE_BYTES)) {
        sum.write(piece);
        to.write_all(piece)?;
    }
    to.write_all(&sum.finish().to_le_bytes())
}

fn write_slices(to: &mut impl Write, mut slices: &mut [IoSlice]) -> io::Result<()> {
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

/// A reader of the bytes that follow the header of a frame.
pub struct Body<R> {
    from: R,
    /// The number of bytes of the frame that have not been read, without the checksum.
    rest: usize,
    sum: XxHash3_64,
}

impl<R: Read> Body<R> {
    /// Begins to read the bytes that follow a header.
    pub fn new(from: R, header: &Header) -> Self {
        Self { from, rest: header.byte_count, sum: XxHash3_64::new() }
    }

    /// Returns the number of bytes of the frame that have not been read, without the checksum.
    pub fn rest(&self) -> usize {
        self.rest
    }

    /// Fills `to` with the next bytes. The size of `to` must be at most [`rest`](Self::rest).
    ///
    /// # Errors
    /// Fails if the connection ends, or if no bytes arrive before the time limit.
    pub fn read(&mut self, to: &mut [u8]) -> io::Result<()> {
        for piece in to.chunks_mut(PIECE_BYTES) {
            self.from.read_exact(piece)?;
            self.sum.write(piece);
            self.rest -= piece.len();
        }
        Ok(())
    }

    /// Reads the remaining bytes of the frame, and appends them to `to`.
    ///
    /// # Errors
    /// Fails under the same conditions as [`append_piece`](Self::append_piece).
    pub fn append_rest(&mut self, to: &mut Vec<u8>) -> io::Result<()> {
        while self.rest > 0 {
            self.append_piece(to)?;
        }
        Ok(())
    }

    /// Reads at most [`PIECE_BYTES`] bytes, and appends them to `to`. Reserves memory only for
    /// these bytes, so that a wrong number of bytes in a header cannot exhaust the memory.
    ///
    /// # Errors
    /// Fails under the same conditions as [`read`](Self::read), and if there is not enough memory.
    pub fn append_piece(&mut self, to: &mut Vec<u8>) -> io::Result<()> {
        let (start, count) = (to.len(), self.rest.min(PIECE_BYTES));
        to.try_reserve(count).map_err(|_| io::ErrorKind::OutOfMemory)?;
        to.resize(start + count, 0);
        self.read(&mut to[start..])
    }

    /// Reads and ignores the remaining bytes, verifies the checksum, and returns the connection,
    /// whose next bytes are the next frame.
    ///
    /// # Errors
    /// Fails under the same conditions as [`read`](Self::read), and if the bytes are damaged.
    pub fn end(mut self) -> io::Result<R> {
        let mut ignored = vec![0; self.rest.min(PIECE_BYTES)];
        while self.rest > 0 {
            let count = self.rest.min(PIECE_BYTES);
            self.read(&mut ignored[..count])?;
        }
        let mut sum = [0; 8];
        self.from.read_exact(&mut sum)?;
        if u64::from_le_bytes(sum) != self.sum.finish() {
            return Err(damaged());
        }
        Ok(self.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_evaluator::RunId;

    fn tag() -> Tag {
        Tag { run: RunId { devices: 1, number: 2, program: 3 }, meeting: 4, round: 5 }
    }

    fn frame() -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&mut bytes, Kind::Message, &tag(), &[b"ab", b"", b"c"]).expect("a vector grows");
        bytes
    }

    fn read(mut from: &[u8]) -> io::Result<Vec<u8>> {
        let header = Header::read(&mut from)?;
        let mut body = Body::new(from, &header);
        let mut bytes = Vec::new();
        body.append_rest(&mut bytes)?;
        body.end()?;
        Ok(bytes)
    }

    #[test]
    fn frames_are_read_as_they_were_written() {
        let header = Header::read(&mut &frame()[..]).expect("a header");
        assert_eq!(header, Header { kind: Kind::Message, tag: tag(), byte_count: 3 });
        assert_eq!(read(&frame()).expect("a frame"), b"abc");
        let large: Vec<u8> = (0..3 * PIECE_BYTES + 5).map(|number| number as u8).collect();
        let mut bytes = Vec::new();
        let parts = [&large[..7], &large[7..]];
        write(&mut bytes, Kind::Message, &tag(), &parts).expect("a vector grows");
        assert!(read(&bytes).expect("a frame") == large);
    }

    #[test]
    fn each_damaged_byte_is_found() {
        for position in 0..frame().len() {
            let mut bytes = frame();
            bytes[position] ^= 0x10;
            assert!(read(&bytes).is_err(), "{position}");
        }
        for count in 0..frame().len() {
            assert!(read(&frame()[..count]).is_err(), "{count}");
        }
    }
}
