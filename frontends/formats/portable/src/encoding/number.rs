// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Encoding of numbers that have the width of the preceding type.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Sink};
use crate::error::Result;
use crate::model::Bits;

/// Encoding of a number, which depends on the width of the preceding type: a byte for up to 8 bits,
/// a signed integer for up to 64 bits, and otherwise a list of 64-bit words.
pub(crate) struct KnownWidth;

impl Encoding<Bits> for KnownWidth {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Bits> {
        let width = from.width_of_last_type()?;
        let words = match width {
            0..=8 => vec![u64::from(from.input.byte()?)],
            9..=64 => vec![from.input.signed()?.cast_unsigned()],
            _ => from.list(|from| Ok(from.input.signed()?.cast_unsigned()))?,
        };
        Ok(Bits::from_words(width, words))
    }

    fn write(value: &Bits, to: &mut dyn Sink) {
        match value.width {
            0..=8 => to.bytes(&[value.low() as u8]),
            9..=64 => to.signed(value.low().cast_signed()),
            _ => {
                to.varint(value.words.len() as u64);
                value.words.iter().for_each(|word| to.signed(word.cast_signed()));
            }
        }
    }
}
