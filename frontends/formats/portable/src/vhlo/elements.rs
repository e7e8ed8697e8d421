// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Encoding of the elements of constant tensors.
//!
//! Depending on the version of the writer, each boolean occupies a byte or a bit. The reader
//! accepts every form and converts it to the form that [`Layout`] describes.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Plain, Sink};
use crate::error::Result;
use crate::layout::Layout;
use std::sync::Arc;

impl Layout {
    /// Converts the data of any version to the form that [`Layout`] describes. Returns `None` if
    /// the data does not have a valid length.
    fn normalize(self, data: &[u8]) -> Option<Arc<[u8]>> {
        // MLIR may also encode an empty tensor as a splat of one element.
        if self.size > 0 || (self.count == 0 && data.len() == 1) {
            return self.accepts(data).then(|| data.into());
        }
        let packed: Vec<u8> = match data {
            [] => Vec::new(),
            [0] | [255] if self.count > 0 => return Some(data.into()),
            [1] if self.count == 1 || self.count > 8 => return Some([255].into()),
            _ if data.len() == self.count.div_ceil(8) => data.to_vec(),
            _ if data.len() == self.count => {
                let bits = |chunk: &[u8]| {
                    chunk.iter().rev().fold(0, |bits, byte| bits << 1 | u8::from(*byte != 0))
                };
                data.chunks(8).map(bits).collect()
            }
            _ => return None,
        };
        self.accepts(&packed).then(|| self.without_rest(packed))
    }

    /// Describes the data that [`normalize`](Self::normalize) accepts, for messages.
    fn expectation(self) -> String {
        let Self { count, size } = self;
        if size > 0 {
            return format!("{count} elements of {size} bytes, or one element");
        }
        let bits = count.div_ceil(8);
        format!("{count} booleans in {bits} bytes, in {count} bytes, or in one byte of 0, 1 or 255")
    }

    /// Clears the unused bits of the last byte. If all booleans are equal, returns a splat.
    fn without_rest(self, mut packed: Vec<u8>) -> Arc<[u8]> {
        let used = self.count % 8;
        let mask = if used == 0 { 255 } else { (1 << used) - 1 };
        let Some((last, whole)) = packed.split_last_mut() else { return packed.into() };
        *last &= mask;
        for all in [0, 255] {
            if *last == all & mask && whole.iter().all(|byte| *byte == all) {
                return [all].into();
            }
        }
        packed.into()
    }
}

/// Encoding of the elements of a constant whose type is the preceding field.
pub(super) struct Elements;

impl Encoding<Arc<[u8]>> for Elements {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Arc<[u8]>> {
        let layout = from.layout_of_last_type()?;
        let start = from.input;
        let length = from.input.count("bytes")?;
        let data = from.input.bytes(length)?;
        let layout = layout.ok_or_else(|| {
            start.error(
                "expected a ranked, static tensor of numbers as type of a constant".to_owned(),
            )
        })?;
        layout.normalize(data).ok_or_else(|| {
            start.error(format!("expected {}, found {length} bytes", layout.expectation()))
        })
    }

    fn write(value: &Arc<[u8]>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn booleans(count: usize, data: &[u8]) -> Option<Vec<u8>> {
        Layout { count, size: 0 }.normalize(data).map(|data| data.to_vec())
    }

    #[test]
    fn booleans_of_every_version_are_the_same() {
        assert_eq!(booleans(3, &[1, 0, 1]), Some(vec![0b101]));
        assert_eq!(booleans(3, &[0b101]), Some(vec![0b101]));
        assert_eq!(booleans(3, &[0b1111_0101]), Some(vec![0b101]));
        assert_eq!(booleans(3, &[0b111]), Some(vec![255]));
        assert_eq!(booleans(3, &[255]), Some(vec![255]));
        assert_eq!(booleans(1, &[1]), Some(vec![255]));
        assert_eq!(booleans(9, &[1, 1, 1, 1, 1, 1, 1, 1, 0]), Some(vec![255, 0]));
        assert_eq!(booleans(9, &[255, 1]), Some(vec![255]));
        assert_eq!(booleans(9, &[0]), Some(vec![0]));
        assert_eq!(booleans(9, &[1]), Some(vec![255]));
        assert_eq!(booleans(0, &[]), Some(vec![]));
        assert_eq!(booleans(0, &[0]), Some(vec![0]));
        assert_eq!(booleans(9, &[7]), None);
        assert_eq!(booleans(9, &[0; 3]), None);
    }

    #[test]
    fn refused_lengths_are_told_with_the_expected_ones() {
        let expected = |count, size| Layout { count, size }.expectation();
        let booleans = "9 booleans in 2 bytes, in 9 bytes, or in one byte of 0, 1 or 255";
        assert_eq!(expected(9, 0), booleans);
        assert_eq!(expected(3, 4), "3 elements of 4 bytes, or one element");
    }
}
