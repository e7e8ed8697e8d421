// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The traits of encodings, and of the destinations to which they write.

use crate::bytecode::EntryReader;
use crate::error::Result;
use crate::model::{AttributeId, ResourceId, Str, TypeId};

/// An encoding of values of type `T` in MLIR bytecode.
pub(crate) trait Encoding<T> {
    /// Reads a value of type `T` from the bytecode of an attribute or type.
    fn read(from: &mut EntryReader<'_, '_>) -> Result<T>;
    /// Writes a value of type `T` in the encoding that `read` expects.
    fn write(value: &T, to: &mut dyn Sink);
}

/// Destination to which encodings write the fields of attributes and types.
pub(crate) trait Sink {
    /// Writes a reference to an attribute.
    fn attribute(&mut self, id: AttributeId);
    /// Writes a reference to an optional attribute that is present, with the lowest bit set.
    fn flagged_attribute(&mut self, id: AttributeId);
    /// Writes a reference to a type.
    fn r#type(&mut self, id: TypeId);
    /// Writes a reference to a resource.
    fn resource(&mut self, id: ResourceId);
    /// Writes a reference to a string.
    fn string(&mut self, string: &Str);
    /// Writes an unsigned integer in MLIR's variable-length encoding, in which small numbers take
    /// fewer bytes.
    fn varint(&mut self, value: u64);
    /// Writes a signed integer in MLIR's variable-length encoding, in which numbers near zero take
    /// fewer bytes.
    fn signed(&mut self, value: i64);
    /// Writes the given bytes unchanged.
    fn bytes(&mut self, bytes: &[u8]);
}
