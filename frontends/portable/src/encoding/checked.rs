// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! References to attributes that have to be of a kind.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Plain, Sink};
use crate::error::Result;
use crate::model::{Attribute, AttributeId};

/// A builtin string.
pub(crate) struct OfString;

impl Encoding<AttributeId> for OfString {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<AttributeId> {
        from.attribute_that(
            "a string attribute",
            |attribute| matches!(attribute, Attribute::Builtin(builtin) if builtin.is_string()),
        )
    }
    fn write(value: &AttributeId, to: &mut dyn Sink) {
        to.attribute(*value);
    }
}

/// A location.
pub(crate) struct OfLocation;

impl Encoding<AttributeId> for OfLocation {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<AttributeId> {
        from.attribute_that("a location", Attribute::is_location)
    }
    fn write(value: &AttributeId, to: &mut dyn Sink) {
        to.attribute(*value);
    }
}

/// A list of such, or of a such and a plain attribute each.
pub(crate) struct Each<E>(std::marker::PhantomData<E>);

impl<E: Encoding<AttributeId>> Encoding<Vec<AttributeId>> for Each<E> {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<AttributeId>> {
        from.list(E::read)
    }
    fn write(value: &Vec<AttributeId>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}

impl<E: Encoding<AttributeId>> Encoding<Vec<(AttributeId, AttributeId)>> for Each<E> {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<(AttributeId, AttributeId)>> {
        from.list(|from| Ok((E::read(from)?, Plain::read(from)?)))
    }
    fn write(value: &Vec<(AttributeId, AttributeId)>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}
