// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A sequential reader of a range of a file, with bounds checks.

use crate::bytecode::section_kind::Section;
use crate::error::{Error, Result};

/// Value of the padding bytes between sections.
pub(super) const PADDING: u8 = 0xcb;

/// The unread remainder of a range of a file. A copy saves a position to which the reader can
/// return.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Input<'a> {
    file: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Input<'a> {
    pub(crate) fn new(file: &'a [u8]) -> Self {
        Self { file, at: 0, end: file.len() }
    }

    /// Creates an error at the current position of the file.
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        Error::Malformed { offset: self.at, message: message.into() }
    }

    pub(crate) fn remaining(&self) -> usize {
        self.end - self.at
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.end
    }

    /// Checks that no bytes are left. `of` is the name of the range in the error message.
    pub(crate) fn expect_end(&self, of: &str) -> Result<()> {
        if self.is_empty() {
            return Ok(());
        }
        Err(self.error(format!("expected the end of {of}, found {} more bytes", self.remaining())))
    }

    /// Splits off the next `length` bytes as a separate range.
    pub(crate) fn part(&mut self, length: usize) -> Result<Self> {
        if length > self.remaining() {
            let left = self.remaining();
            return Err(self.error(format!("expected {length} bytes, found {left}")));
        }
        let part = Self { end: self.at + length, ..*self };
        self.at += length;
        Ok(part)
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8]> {
        self.part(length).map(|part| part.rest())
    }

    /// Returns all bytes of the range that are left.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.file[self.at..self.end]
    }

    pub(crate) fn byte(&mut self) -> Result<u8> {
        Ok(self.bytes(1)?[0])
    }

    /// Reads a variable-length integer. The number of trailing zero bits of the first byte is the
    /// number of bytes that follow.
    pub(crate) fn varint(&mut self) -> Result<u64> {
        let first = self.byte()?;
        if first & 1 == 1 {
            return Ok(u64::from(first >> 1));
        }
        let more = first.trailing_zeros() as usize;
        let bytes = self.bytes(more)?;
        let high = bytes.iter().rev().fold(0, |high, byte| high << 8 | u64::from(*byte));
        Ok(match more {
            8 => high,
            7 => high,
            _ => high << (7 - more) | u64::from(first) >> (more + 1),
        })
    }

    /// Reads an integer in zigzag encoding, in which the lowest bit is the sign.
    pub(crate) fn signed(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// Reads an integer whose lowest bit is a flag.
    pub(crate) fn varint_with_flag(&mut self) -> Result<(u64, bool)> {
        let value = self.varint()?;
        Ok((value >> 1, value & 1 == 1))
    }

    /// Reads the count of items that follow. Each item takes at least one byte, so a count above
    /// the number of remaining bytes is an error.
    pub(crate) fn count(&mut self, of: &str) -> Result<usize> {
        let start = *self;
        let count = self.varint()?;
        self.check_count(count, of, &start)
    }

    /// Reads a count like [`Self::count`], with a flag in the lowest bit.
    pub(crate) fn count_with_flag(&mut self, of: &str) -> Result<(usize, bool)> {
        let start = *self;
        let (count, flag) = self.varint_with_flag()?;
        Ok((self.check_count(count, of, &start)?, flag))
    }

    fn check_count(&self, count: u64, of: &str, start: &Self) -> Result<usize> {
        let left = self.remaining();
        usize::try_from(count)
            .ok()
            .filter(|count| *count <= left)
            .ok_or_else(|| start.error(format!("expected {count} {of}, found {left} bytes")))
    }

    /// Reads an index into a table of `limit` entries. `of` is the name of the table in the error
    /// message.
    pub(crate) fn index(&mut self, limit: usize, of: &str) -> Result<usize> {
        let start = *self;
        let index = self.varint()?;
        start.check_index(index, limit, of)
    }

    pub(crate) fn check_index(&self, index: u64, limit: usize, of: &str) -> Result<usize> {
        usize::try_from(index).ok().filter(|index| *index < limit).ok_or_else(|| {
            self.error(format!("{of}: expected a number below {limit}, found {index}"))
        })
    }

    /// Skips padding up to the next multiple of the alignment, which must be a power of two.
    pub(crate) fn align(&mut self, alignment: u64) -> Result<()> {
        let alignment = usize::try_from(alignment).ok().filter(|it| it.is_power_of_two());
        let next = alignment
            .and_then(|alignment| self.at.checked_next_multiple_of(alignment))
            .ok_or_else(|| self.error("expected an alignment that is a power of two"))?;
        let start = *self;
        if self.bytes(next - self.at)?.iter().any(|byte| *byte != PADDING) {
            return Err(start.error("expected padding of bytes 0xcb, found another byte"));
        }
        Ok(())
    }

    /// Reads the bytes before the next zero byte, and skips the zero byte.
    pub(crate) fn zero_terminated(&mut self) -> Result<&'a [u8]> {
        let Some(length) = self.rest().iter().position(|byte| *byte == 0) else {
            return Err(self.error("expected a string that ends with a zero byte, found none"));
        };
        let text = self.bytes(length)?;
        self.byte()?;
        Ok(text)
    }

    /// Reads the next section, and returns its kind and its contents.
    pub(crate) fn section(&mut self) -> Result<(Section, Self)> {
        let start = *self;
        let tag = self.byte()?;
        let section = Section::from_number(tag & 0x7f).ok_or_else(|| {
            start.error(format!("expected the number of a section, found {}", tag & 0x7f))
        })?;
        let length = self.varint()?;
        if tag & 0x80 != 0 {
            let alignment = self.varint()?;
            self.align(alignment)?;
        }
        let length = self.check_count(length, "bytes", &start)?;
        Ok((section, self.part(length)?))
    }

    /// Reads the next section, which must be of the expected kind.
    pub(crate) fn expect_section(&mut self, expected: Section) -> Result<Self> {
        let start = *self;
        match self.section()? {
            (section, contents) if section == expected => Ok(contents),
            (section, _) => Err(start.error(format!(
                "expected the section of {expected}, found the section of {section}"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::output::Output;

    #[test]
    fn integers_of_every_length() {
        let values =
            (0..64).flat_map(|bit| [1_u64 << bit, (1 << bit) - 1, u64::MAX >> bit, !(1 << bit)]);
        for value in values {
            let mut output = Output::default();
            output.varint(value);
            output.signed(value.cast_signed());
            let bytes = output.into_bytes();
            let mut input = Input::new(&bytes);
            assert_eq!(input.varint(), Ok(value));
            assert_eq!(input.signed(), Ok(value.cast_signed()));
            assert!(input.is_empty());
        }
    }

    #[test]
    fn encodings_of_the_documentation() {
        assert_eq!(Input::new(&[0x01]).varint(), Ok(0));
        assert_eq!(Input::new(&[0xff]).varint(), Ok(127));
        assert_eq!(Input::new(&[0x02, 0x02]).varint(), Ok(128));
        assert_eq!(Input::new(&[0x07]).signed(), Ok(-2));
        assert!(Input::new(&[0x00, 1, 2, 3]).varint().is_err());
        assert!(Input::new(&[]).varint().is_err());
    }

    #[test]
    fn nothing_is_beyond_the_end() {
        let mut input = Input::new(&[0x15, 1, 2]);
        assert!(input.count("things").is_err());
        assert!(
            Input::new(&[0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]).count("").is_err()
        );
        assert!(Input::new(&[1, 2]).zero_terminated().is_err());
        assert!(Input::new(&[0x84, 0x03, 0x11, 0xcb]).section().is_err());
        assert!(Input::new(&[1; 9]).align(3).is_err());
        assert!(Input::new(&[1; 9]).align(1 << 63).is_ok());
        let mut moved = Input::new(&[1; 9]);
        moved.byte().unwrap();
        assert!(moved.align(1 << 63).is_err());
    }
}
