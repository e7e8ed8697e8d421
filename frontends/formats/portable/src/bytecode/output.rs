// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A sequential writer of a range of a file.

use crate::bytecode::input::PADDING;
use crate::bytecode::section_kind::Section;

/// The bytes written so far, and their alignment in the file.
#[derive(Debug)]
pub(crate) struct Output {
    bytes: Vec<u8>,
    alignment: usize,
}

impl Default for Output {
    fn default() -> Self {
        Self { bytes: Vec::new(), alignment: 1 }
    }
}

impl Output {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes an integer in the encoding that [`Input::varint`](super::input::Input::varint) reads.
    pub(super) fn varint(&mut self, value: u64) {
        let bits = (64 - value.leading_zeros()).max(1);
        let more = (bits - 1) / 7;
        if more > 7 {
            self.byte(0);
            return self.bytes(&value.to_le_bytes());
        }
        let encoded = (value << 1 | 1) << more;
        self.bytes(&encoded.to_le_bytes()[..=more as usize]);
    }

    pub(super) fn signed(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63).cast_unsigned());
    }

    pub(super) fn varint_with_flag(&mut self, value: usize, flag: bool) {
        self.varint((value as u64) << 1 | u64::from(flag));
    }

    pub(super) fn count(&mut self, count: usize) {
        self.varint(count as u64);
    }

    pub(super) fn zero_terminated(&mut self, bytes: &[u8]) {
        self.bytes(bytes);
        self.byte(0);
    }

    /// Pads to the next multiple of the alignment, which must be a power of two.
    pub(super) fn align(&mut self, alignment: usize) {
        self.bytes.resize(self.len().next_multiple_of(alignment), PADDING);
        self.alignment = self.alignment.max(alignment);
    }

    /// Writes a section, with padding before its contents if the contents require an alignment.
    pub(super) fn section(&mut self, section: Section, contents: &Self) {
        let tag = self.len();
        self.byte(section as u8);
        self.count(contents.len());
        if !self.len().is_multiple_of(contents.alignment) {
            self.bytes[tag] |= 0x80;
            self.count(contents.alignment);
        }
        self.align(contents.alignment);
        self.bytes(&contents.bytes);
    }
}
