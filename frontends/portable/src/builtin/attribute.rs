// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's attributes, of which locations are some.

use crate::bytecode::EntryReader;
use crate::encoding::{
    Each, Encoding, Flag, KnownWidth, OfLocation, OfString, Plain, Present, Sink, encodings,
};
use crate::error::Result;
use crate::model::{Attribute as AnyAttribute, AttributeId, Bits, ResourceId, Str, TypeId};
use std::sync::Arc;

encodings! {
    /// An attribute of MLIR. Those that it lacks come as [text](AnyAttribute::Text).
    pub enum Attribute {
        0 Array { value: Vec<AttributeId> },
        /// Sorted by name.
        1 Dictionary { value: Vec<(AttributeId, AttributeId)> as Each<OfString> },
        2 | 3 if r#type String { value: Str, r#type: Option<TypeId> as Present },
        4 | 5 if nested SymbolRef {
            root: AttributeId as OfString,
            nested: Option<Vec<AttributeId>> as Present,
        },
        6 Type { value: TypeId },
        7 Unit,
        8 Integer { r#type: TypeId, value: Bits as KnownWidth },
        9 Float { r#type: TypeId, value: Bits as KnownWidth },
        10 CallSiteLoc { callee: AttributeId as OfLocation, caller: AttributeId as OfLocation },
        11 FileLineColLoc { file: AttributeId as OfString, line: u64, column: u64 },
        12 | 13 if metadata FusedLoc {
            locations: Vec<AttributeId> as Each<OfLocation>,
            metadata: Option<AttributeId> as Present,
        },
        14 NameLoc { name: AttributeId as OfString, child: AttributeId as OfLocation },
        15 UnknownLoc,
        16 DenseResourceElements { r#type: TypeId, resource: ResourceId },
        17 DenseArray { element_type: TypeId, size: u64, data: Arc<[u8]> },
        /// Row-major, little-endian, whole bytes but for booleans, which are bits; or one element.
        18 DenseElements { r#type: TypeId, data: Arc<[u8]> },
        /// One string if all are the same.
        19 DenseStringElements { r#type: TypeId, values: Vec<Str> as Strings },
        20 SparseElements { r#type: TypeId, indices: AttributeId, values: AttributeId },
        /// Different from every other one, of the same attribute or not.
        21 Distinct { referenced: AttributeId, instance: u64 as Instance },
        /// The line and column of the start, then the column and the line of the end, as far
        /// as they are known.
        22 FileLineColRange { file: AttributeId as OfString, numbers: Vec<u64> as UpTo4 },
    }
}

impl Attribute {
    pub(crate) fn is_string(&self) -> bool {
        matches!(self, Self::String { .. })
    }
}

impl AnyAttribute {
    pub(crate) fn is_dictionary(&self) -> bool {
        matches!(self, Self::Builtin(Attribute::Dictionary { .. }))
    }

    /// Whether it is a location.
    pub fn is_location(&self) -> bool {
        use Attribute as Builtin;
        match self {
            Self::Builtin(attribute) => matches!(
                attribute,
                Builtin::CallSiteLoc { .. }
                    | Builtin::FileLineColLoc { .. }
                    | Builtin::FusedLoc { .. }
                    | Builtin::NameLoc { .. }
                    | Builtin::UnknownLoc
                    | Builtin::FileLineColRange { .. }
            ),
            Self::Text { dialect, text } => {
                *dialect == *"builtin" && text.bytes().starts_with(b"loc(")
            }
            Self::Vhlo(_) | Self::Sdy(_) | Self::Stablehlo(_) => false,
        }
    }
}

/// Whether there is one for all, then one, or as many as the type in front has elements.
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
            _ => Err(start.error("expected a string for each element".to_owned())),
        }
    }
    fn write(value: &Vec<Str>, to: &mut dyn Sink) {
        Flag::write(&(value.len() == 1), to);
        value.iter().for_each(|string| to.string(string));
    }
}

/// A number that is in no file: which one it is of those read.
struct Instance;

impl Encoding<u64> for Instance {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<u64> {
        Ok(from.instance())
    }
    fn write(_: &u64, _: &mut dyn Sink) {}
}

struct UpTo4;

impl Encoding<Vec<u64>> for UpTo4 {
    fn read(from: &mut EntryReader<'_, '_>) -> Result<Vec<u64>> {
        let start = from.input;
        let numbers: Vec<u64> = Plain::read(from)?;
        if numbers.len() > 4 {
            return Err(start.error(format!("expected up to 4 numbers, found {}", numbers.len())));
        }
        Ok(numbers)
    }
    fn write(value: &Vec<u64>, to: &mut dyn Sink) {
        Plain::write(value, to);
    }
}
