// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's types.

use crate::bytecode::EntryReader;
use crate::encoding::{Present, encodings};
use crate::error::Result;
use crate::model::{self, AttributeId, Str, TypeId};

encodings! {
    /// A type of MLIR. Those that it lacks come as [text](crate::model::Type::Text).
    pub enum Type {
        /// The width, and in the two lowest bits: 0 without a sign, 1 signed, 2 unsigned.
        0 Integer { width_and_sign: u64 },
        1 Index,
        2 Function { inputs: Vec<TypeId>, results: Vec<TypeId> },
        3 BFloat16,
        4 Float16,
        5 Float32,
        6 Float64,
        7 Float80,
        8 Float128,
        9 Complex { element_type: TypeId },
        10 | 11 if memory_space MemRef {
            memory_space: Option<AttributeId> as Present,
            shape: Vec<i64>,
            element_type: TypeId,
            layout: AttributeId,
        },
        12 None,
        13 | 14 if encoding RankedTensor {
            encoding: Option<AttributeId> as Present,
            shape: Vec<i64>,
            element_type: TypeId,
        },
        15 Tuple { types: Vec<TypeId> },
        16 | 17 if memory_space UnrankedMemRef {
            memory_space: Option<AttributeId> as Present,
            element_type: TypeId,
        },
        18 UnrankedTensor { element_type: TypeId },
        19 | 20 if scalable Vector {
            scalable: Option<Vec<bool>> as Present,
            shape: Vec<i64>,
            element_type: TypeId,
        },
    }
}

/// The widest integer that MLIR has.
const MAX_WIDTH: u64 = (1 << 24) - 1;

/// Floats that come as text, or from MLIR 23 on by a code; and their widths.
const FLOATS: [(u64, &str, u32); 12] = [
    (21, "tf32", 19),
    (22, "f8E5M2", 8),
    (23, "f8E4M3", 8),
    (24, "f8E4M3FN", 8),
    (25, "f8E5M2FNUZ", 8),
    (26, "f8E4M3FNUZ", 8),
    (27, "f8E4M3B11FNUZ", 8),
    (28, "f8E3M4", 8),
    (29, "f4E2M1FN", 4),
    (30, "f6E2M3FN", 6),
    (31, "f6E3M2FN", 6),
    (32, "f8E8M0FNU", 8),
];

impl Type {
    /// How many bits a number of the type has, if it is a type of numbers.
    pub fn width(&self) -> Option<u32> {
        Some(match self {
            Self::Integer { width_and_sign } => u32::try_from(width_and_sign >> 2)
                .ok()
                .filter(|width| u64::from(*width) <= MAX_WIDTH)?,
            Self::BFloat16 | Self::Float16 => 16,
            Self::Float32 => 32,
            Self::Float64 | Self::Index => 64,
            Self::Float80 => 80,
            Self::Float128 => 128,
            _ => return None,
        })
    }

    /// Whether its numbers are floats.
    pub fn is_float(&self) -> bool {
        self.width().is_some() && !matches!(self, Self::Integer { .. } | Self::Index)
    }

    /// The sizes of its dimensions, if it has some.
    pub fn shape(&self) -> Option<&[i64]> {
        match self {
            Self::RankedTensor { shape, .. }
            | Self::Vector { shape, .. }
            | Self::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }
}

/// The width of a float that comes as text.
pub(crate) fn width_of_text(text: &Str) -> Option<u32> {
    FLOATS.iter().find(|(_, name, _)| *text == **name).map(|(_, _, width)| *width)
}

/// Reads a type. What older versions of MLIR have as text is text.
pub(crate) fn read_type(from: &mut EntryReader<'_, '_>) -> Result<model::Type> {
    let start = from.input;
    let code: u64 = from.input.varint()?;
    if let Some((_, name, _)) = FLOATS.iter().find(|(known, _, _)| *known == code) {
        return Ok(model::Type::Text { dialect: "builtin".into(), text: (*name).into() });
    }
    from.input = start;
    Ok(Type::read(from)?.into())
}
