// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The formats of the operands of matrix units.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Type};
use melior::ir::TypeLike;

/// The element format of an operand of a matrix unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Bf16,
    F16,
    S8,
    U8,
    F32,
}

impl Format {
    /// All element formats of operands.
    pub const ALL: [Self; 5] = [Self::Bf16, Self::F16, Self::S8, Self::U8, Self::F32];

    /// Returns the format of the elements of input `operand` of a contraction. The extension in the
    /// body determines whether 8-bit integers are signed. Returns `None` if matrix units have no
    /// such format.
    pub fn of(element: Type, generic: &Structured, operand: usize) -> Option<Self> {
        if element.is_bf16() {
            return Some(Self::Bf16);
        }
        if element.is_f16() {
            return Some(Self::F16);
        }
        if element.is_f32() {
            return Some(Self::F32);
        }
        if !ir::is_integer(element) || ir::element_width(element) != 8 {
            return None;
        }
        let argument = ir::args(generic.body()?)[operand];
        match ir::uses(argument).iter().map(|(op, _)| ir::op_name(*op)).collect::<Vec<_>>()[..] {
            ["arith.extsi"] => Some(Self::S8),
            ["arith.extui"] => Some(Self::U8),
            _ => None,
        }
    }

    /// Returns true for a format of integers.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::S8 | Self::U8)
    }

    /// Returns the number of elements of a word of 32 bits.
    pub fn elements_of_word(self) -> i64 {
        match self {
            Self::F32 => 1,
            Self::Bf16 | Self::F16 => 2,
            Self::S8 | Self::U8 => 4,
        }
    }

    /// Returns the name of the format in PTX, such as `bf16`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
            Self::S8 => "s8",
            Self::U8 => "u8",
            Self::F32 => "f32",
        }
    }
}
