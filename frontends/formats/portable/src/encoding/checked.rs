// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Encodings of references to attributes that must be of a certain kind.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Plain, Sink};
use crate::error::Result;
use crate::model::AttributeId;

/// Encoding of a reference to a string attribute of the builtin dialect.
pub(crate) struct StringRef;

impl Encoding<AttributeId> for StringRef {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<AttributeId> {
        from.string_attribute()
    }
    fn write(value: &AttributeId, to: &mut dyn Sink) {
        to.attribute(*value);
    }
}

/// Encoding of a reference to a location.
pub(crate) struct LocationRef;

impl Encoding<AttributeId> for LocationRef {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<AttributeId> {
        from.location()
    }
    fn write(value: &AttributeId, to: &mut dyn Sink) {
        to.attribute(*value);
    }
}

/// Encoding of a list whose elements have the encoding `E`, or are pairs of an attribute with the
/// encoding `E` and a plain attribute.
pub(crate) struct ListOf<E>(std::marker::PhantomData<E>);

impl<E: Encoding<AttributeId>> Encoding<Vec<AttributeId>> for ListOf<E> {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<AttributeId>> {
        from.list(E::read)
    }
    fn write(value: &Vec<AttributeId>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}

impl<E: Encoding<AttributeId>> Encoding<Vec<(AttributeId, AttributeId)>> for ListOf<E> {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<(AttributeId, AttributeId)>> {
        from.list(|from| Ok((E::read(from)?, Plain::read(from)?)))
    }
    fn write(value: &Vec<(AttributeId, AttributeId)>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}
