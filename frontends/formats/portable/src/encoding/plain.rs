// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Encodings that do not depend on other fields.

use crate::bytecode::EntryReader;
use crate::encoding::{Encoding, Sink};
use crate::error::Result;
use crate::model::{AttributeId, Bits, ResourceId, Str, TypeId};
use std::sync::Arc;

/// The default encoding of each type of field.
pub(crate) struct Plain;

impl Encoding<AttributeId> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<AttributeId> {
        from.attribute()
    }
    fn write(value: &AttributeId, to: &mut dyn Sink) {
        to.attribute(*value);
    }
}

impl Encoding<TypeId> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<TypeId> {
        from.r#type()
    }
    fn write(value: &TypeId, to: &mut dyn Sink) {
        to.r#type(*value);
    }
}

impl Encoding<ResourceId> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<ResourceId> {
        from.resource()
    }
    fn write(value: &ResourceId, to: &mut dyn Sink) {
        to.resource(*value);
    }
}

impl Encoding<Str> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Str> {
        from.string()
    }
    fn write(value: &Str, to: &mut dyn Sink) {
        to.string(value);
    }
}

impl Encoding<u64> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<u64> {
        from.input.varint()
    }
    fn write(value: &u64, to: &mut dyn Sink) {
        to.varint(*value);
    }
}

impl Encoding<i64> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<i64> {
        from.input.signed()
    }
    fn write(value: &i64, to: &mut dyn Sink) {
        to.signed(*value);
    }
}

/// Encodes a boolean as a byte of 0 or 1.
impl Encoding<bool> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<bool> {
        let start = from.input;
        match from.input.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(start.error(format!("expected a flag of 0 or 1, found {other}"))),
        }
    }
    fn write(value: &bool, to: &mut dyn Sink) {
        to.bytes(&[u8::from(*value)]);
    }
}

/// Encodes a byte sequence as its length, followed by the bytes.
impl Encoding<Arc<[u8]>> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Arc<[u8]>> {
        let length = from.input.count("bytes")?;
        Ok(from.input.bytes(length)?.into())
    }
    fn write(value: &Arc<[u8]>, to: &mut dyn Sink) {
        to.varint(value.len() as u64);
        to.bytes(value);
    }
}

/// Encodes a list as its length, followed by the elements.
impl<T> Encoding<Vec<T>> for Plain
where
    Self: Encoding<T>,
{
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<T>> {
        from.list(|from| <Self as Encoding<T>>::read(from))
    }
    fn write(value: &Vec<T>, to: &mut dyn Sink) {
        to.varint(value.len() as u64);
        for element in value {
            <Self as Encoding<T>>::write(element, to);
        }
    }
}

impl<T, U> Encoding<(T, U)> for Plain
where
    Self: Encoding<T> + Encoding<U>,
{
    fn read(from: &mut EntryReader<'_, '_>) -> Result<(T, U)> {
        Ok((<Self as Encoding<T>>::read(from)?, <Self as Encoding<U>>::read(from)?))
    }
    fn write((first, second): &(T, U), to: &mut dyn Sink) {
        <Self as Encoding<T>>::write(first, to);
        <Self as Encoding<U>>::write(second, to);
    }
}

/// Encodes the bits of a 64-bit float as a signed integer.
impl Encoding<Bits> for Plain {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Bits> {
        Ok(Bits::new(64, from.input.signed()?.cast_unsigned()))
    }
    fn write(value: &Bits, to: &mut dyn Sink) {
        to.signed(value.low().cast_signed());
    }
}

/// Encoding of an optional field. The code of the entry determines whether the field is present.
pub(crate) struct Present;

impl<T> Encoding<Option<T>> for Present
where
    Plain: Encoding<T>,
{
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Option<T>> {
        if from.present { Plain::read(from).map(Some) } else { Ok(None) }
    }
    fn write(value: &Option<T>, to: &mut dyn Sink) {
        if let Some(value) = value {
            Plain::write(value, to);
        }
    }
}

/// Encoding of a boolean as the integer 0 or 1, and of an optional field as the integer 0, or as
/// the integer 1 followed by the field.
pub(crate) struct Flag;

impl Encoding<bool> for Flag {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<bool> {
        let start = from.input;
        match from.input.varint()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(start.error(format!("expected a flag of 0 or 1, found {other}"))),
        }
    }
    fn write(value: &bool, to: &mut dyn Sink) {
        to.varint(u64::from(*value));
    }
}

impl<T> Encoding<Option<T>> for Flag
where
    Plain: Encoding<T>,
{
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Option<T>> {
        let is_there: bool = Self::read(from)?;
        if is_there { Plain::read(from).map(Some) } else { Ok(None) }
    }
    fn write(value: &Option<T>, to: &mut dyn Sink) {
        to.varint(u64::from(value.is_some()));
        if let Some(value) = value {
            Plain::write(value, to);
        }
    }
}

/// Encoding of an optional integer or reference whose lowest bit states whether it is present.
pub(crate) struct Flagged;

impl Encoding<Option<AttributeId>> for Flagged {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Option<AttributeId>> {
        from.flagged_attribute()
    }
    fn write(value: &Option<AttributeId>, to: &mut dyn Sink) {
        match value {
            Some(id) => to.flagged_attribute(*id),
            None => to.varint(0),
        }
    }
}

impl Encoding<Option<u64>> for Flagged {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Option<u64>> {
        let (value, is_there) = from.input.varint_with_flag()?;
        Ok(is_there.then_some(value))
    }
    fn write(value: &Option<u64>, to: &mut dyn Sink) {
        to.varint(value.map_or(0, |value| value << 1 | 1));
    }
}
