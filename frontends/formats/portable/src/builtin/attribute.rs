// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of MLIR's builtin dialect, including locations.

use crate::bytecode::EntryReader;
use crate::encoding::{
    Encoding, Flag, KnownWidth, ListOf, LocationRef, Plain, Present, Sink, StringRef, encodings,
};
use crate::error::Result;
use crate::model::{AttributeId, Bits, ResourceId, Str, TypeId};
use std::sync::Arc;

encodings! {
    /// An attribute of MLIR's builtin dialect. Kinds without an encoding are kept as
    /// [text](crate::Attribute::Text).
    pub enum Attribute {
        0 Array { value: Vec<AttributeId> },
        /// A dictionary: names and values, sorted by name.
        1 Dictionary { value: Vec<(AttributeId, AttributeId)> as ListOf<StringRef> },
        2 | 3 if r#type String { value: Str, r#type: Option<TypeId> as Present },
        4 | 5 if nested SymbolRef {
            root: AttributeId as StringRef,
            nested: Option<Vec<AttributeId>> as Present,
        },
        6 Type { value: TypeId },
        7 Unit,
        8 Integer { r#type: TypeId, value: Bits as KnownWidth },
        9 Float { r#type: TypeId, value: Bits as KnownWidth },
        10 CallSiteLoc { callee: AttributeId as LocationRef, caller: AttributeId as LocationRef },
        11 FileLineColLoc { file: AttributeId as StringRef, line: u64, column: u64 },
        12 | 13 if metadata FusedLoc {
            locations: Vec<AttributeId> as ListOf<LocationRef>,
            metadata: Option<AttributeId> as Present,
        },
        14 NameLoc { name: AttributeId as StringRef, child: AttributeId as LocationRef },
        15 UnknownLoc,
        16 DenseResourceElements { r#type: TypeId, resource: ResourceId },
        17 DenseArray { element_type: TypeId, size: u64, data: Arc<[u8]> },
        /// A constant tensor; [`Layout`](crate::Layout) describes its data.
        18 DenseElements { r#type: TypeId, data: Arc<[u8]> },
        /// A constant tensor of strings: all strings in row-major order, or a single string if all
        /// are equal.
        19 DenseStringElements { r#type: TypeId, values: Vec<Str> as Strings },
        20 SparseElements { r#type: TypeId, indices: AttributeId, values: AttributeId },
        /// A distinct attribute, which differs from every other distinct attribute even if both
        /// refer to the same attribute.
        21 Distinct { referenced: AttributeId, instance: u64 as Instance },
        /// A range of a file. `numbers` contains the line and column of the start, followed by the
        /// column and line of the end. Trailing unknown numbers are omitted.
        22 FileLineColRange { file: AttributeId as StringRef, numbers: Vec<u64> as UpTo4 },
    }
}

impl Attribute {
    pub(crate) fn is_string(&self) -> bool {
        matches!(self, Self::String { .. })
    }

    pub(crate) fn is_location(&self) -> bool {
        matches!(
            self,
            Self::CallSiteLoc { .. }
                | Self::FileLineColLoc { .. }
                | Self::FusedLoc { .. }
                | Self::NameLoc { .. }
                | Self::UnknownLoc
                | Self::FileLineColRange { .. }
        )
    }
}

/// Encoding of the elements of a string tensor: a flag that states whether the tensor is a splat,
/// followed by one string for a splat, and otherwise by one string for each element of the
/// preceding type.
struct Strings;

impl Encoding<Vec<Str>> for Strings {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<Str>> {
        let start = from.input;
        let is_one: bool = Flag::read(from)?;
        let count = if is_one { Some(1) } else { from.elements_of_last_type()? };
        match count {
            Some(count) if count <= from.input.remaining() => {
                (0..count).map(|_| from.string()).collect()
            }
            _ => {
                Err(start
                    .error("expected one string for each element of a static tensor".to_owned()))
            }
        }
    }
    fn write(value: &Vec<Str>, to: &mut dyn Sink) {
        Flag::write(&(value.len() == 1), to);
        value.iter().for_each(|string| to.string(string));
    }
}

/// Encoding of the number that distinguishes a distinct attribute. The number is not stored; the
/// reader counts the distinct attributes.
struct Instance;

impl Encoding<u64> for Instance {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<u64> {
        Ok(from.instance())
    }
    fn write(_: &u64, _: &mut dyn Sink) {}
}

/// Encoding of a list of at most four numbers.
struct UpTo4;

impl Encoding<Vec<u64>> for UpTo4 {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<u64>> {
        let start = from.input;
        let numbers: Vec<u64> = Plain::read(from)?;
        if numbers.len() > 4 {
            let count = numbers.len();
            return Err(
                start.error(format!("expected up to 4 numbers of a file range, found {count}"))
            );
        }
        Ok(numbers)
    }
    fn write(value: &Vec<u64>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}
