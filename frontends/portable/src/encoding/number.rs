// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Numbers as wide as the type in front of them.

use crate::builtin;
use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Sink};
use crate::error::Result;
use crate::model::{Bits, Context, Type, TypeId};

/// A byte, an integer with a sign, or 64-bit words: whichever the width takes.
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

/// How many bits a number of a type has, if it is a type of numbers.
pub(crate) fn known_width(context: &Context, r#type: TypeId) -> Option<u32> {
    match context.r#type(r#type) {
        Type::Builtin(r#type) => r#type.width(),
        Type::Vhlo(r#type) => r#type.width(),
        Type::Text { dialect, text } if *dialect == *"builtin" => builtin::width_of_text(text),
        Type::Text { .. } | Type::Stablehlo(_) => None,
    }
}

/// Whether a number of a type is a float, as far as it is a number.
pub(crate) fn is_float(context: &Context, r#type: TypeId) -> bool {
    match context.r#type(r#type) {
        Type::Builtin(r#type) => r#type.is_float(),
        Type::Vhlo(r#type) => r#type.is_float(),
        Type::Text { .. } | Type::Stablehlo(_) => known_width(context, r#type).is_some(),
    }
}

/// The most dimensions that constants have, as each of them asks for their product.
const MAX_RANK: usize = 1024;

/// How many elements there are of a shape, if it is static.
pub(crate) fn number_of_elements(shape: &[i64]) -> Option<usize> {
    let shape = (shape.len() <= MAX_RANK).then_some(shape)?;
    shape.iter().try_fold(1_usize, |count, size| count.checked_mul(usize::try_from(*size).ok()?))
}
