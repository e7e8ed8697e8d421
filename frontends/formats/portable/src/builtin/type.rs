// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types of MLIR's builtin dialect.

use crate::encoding::{Present, encodings};
use crate::model::{AttributeId, Str, TypeId};

encodings! {
    /// A type of MLIR's builtin dialect. Kinds without an encoding are kept as
    /// [text](crate::Type::Text).
    pub enum Type {
        /// The two lowest bits are the signedness: 0 signless, 1 signed, 2 unsigned. The bits above
        /// are the width.
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

/// Maximum width of an integer in MLIR, in bits.
const MAX_WIDTH: u64 = (1 << 24) - 1;

/// Codes, names and widths of floats that are encoded as text, or by a code since MLIR 23.
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
    /// Returns the width in bits of a type of integers, indices or floats, or `None` for others.
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

    /// Returns true if this is a type of floats.
    pub fn is_float(&self) -> bool {
        self.width().is_some() && !matches!(self, Self::Integer { .. } | Self::Index)
    }

    /// Returns the sizes of the dimensions, or `None` if the type has no shape. The size of a
    /// dynamic dimension is `i64::MIN`.
    pub fn shape(&self) -> Option<&[i64]> {
        match self {
            Self::RankedTensor { shape, .. }
            | Self::Vector { shape, .. }
            | Self::MemRef { shape, .. } => Some(shape),
            _ => None,
        }
    }
}

/// Returns the width in bits of a float type in textual form.
pub(crate) fn width_of_text(text: &Str) -> Option<u32> {
    FLOATS.iter().find(|(_, name, _)| *text == **name).map(|(_, _, width)| *width)
}

/// Returns the textual form of the float type with a code of MLIR 23, or `None` for other codes.
pub(crate) fn float_of_code(code: u64) -> Option<&'static str> {
    FLOATS.iter().find(|(known, _, _)| *known == code).map(|(_, name, _)| *name)
}
