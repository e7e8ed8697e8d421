// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Types of MLIR's builtin dialect.

use crate::encoding::{Present, encodings};
use crate::model::{AttributeId, Str, TypeId};
use hloom_values::ElementType;

encodings! {
    /// A type of MLIR's builtin dialect. Kinds without an encoding are kept as
    /// [text](crate::Type::Text).
    pub enum Type {
        /// An integer type. The two lowest bits are the signedness: 0 signless, 1 signed, 2
        /// unsigned. The remaining bits are the width.
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

/// Codes of the float types that MLIR encodes as a code since version 23, and as text before.
const FLOATS: [(u64, ElementType); 11] = [
    (22, ElementType::F8E5M2),
    (23, ElementType::F8E4M3),
    (24, ElementType::F8E4M3FN),
    (25, ElementType::F8E5M2FNUZ),
    (26, ElementType::F8E4M3FNUZ),
    (27, ElementType::F8E4M3B11FNUZ),
    (28, ElementType::F8E3M4),
    (29, ElementType::F4E2M1FN),
    (30, ElementType::F6E2M3FN),
    (31, ElementType::F6E3M2FN),
    (32, ElementType::F8E8M0FNU),
];

/// Code, name and width of TensorFloat-32, which is a precision but not an element type.
const TF32: (u64, &str, u32) = (21, "tf32", 19);

impl Type {
    /// Returns the width in bits of an integer, index or float type. Returns `None` for other
    /// types, and for integers wider than MLIR allows.
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

    /// Returns true if this is a float type.
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

/// Returns the width in bits of a float type in textual form, or `None` for other types.
pub(crate) fn width_of_text(text: &Str) -> Option<u32> {
    let float = FLOATS.iter().find(|(_, float)| *text == *float.name());
    let tf32 = (*text == *TF32.1).then_some(TF32.2);
    float.map(|(_, float)| float.bit_width()).or(tf32)
}

/// Returns the textual form of the float type with the given code in MLIR 23, or `None` for other
/// codes.
pub(crate) fn float_of_code(code: u64) -> Option<&'static str> {
    let float = FLOATS.iter().find(|(known, _)| *known == code);
    float.map(|(_, float)| float.name()).or((code == TF32.0).then_some(TF32.1))
}
