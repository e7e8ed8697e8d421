// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's types.

use crate::encoding::{Present, encodings};
use crate::model::{AttributeId, Str, TypeId};

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

/// Floats that come as text, and their widths.
const FLOATS: [(&str, u32); 12] = [
    ("f4E2M1FN", 4),
    ("f6E2M3FN", 6),
    ("f6E3M2FN", 6),
    ("f8E3M4", 8),
    ("f8E4M3", 8),
    ("f8E4M3B11FNUZ", 8),
    ("f8E4M3FN", 8),
    ("f8E4M3FNUZ", 8),
    ("f8E5M2", 8),
    ("f8E5M2FNUZ", 8),
    ("f8E8M0FNU", 8),
    ("tf32", 19),
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
    FLOATS.iter().find(|(name, _)| *text == **name).map(|(_, width)| *width)
}
