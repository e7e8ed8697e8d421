// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element types, and their representation in DRAM and in a lane.

use hloom_lowering::ir::{self, Type};
use npu_simulator::Format;

/// An element type that the device computes with.
///
/// A lane represents a short integer with its sign extended, a Boolean as 0 or 1, a short float as
/// an f32 rounded to its precision, and an index as an i32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    I1,
    I8,
    I16,
    I32,
    F16,
    Bf16,
    F32,
    Index,
}

impl Element {
    /// Returns the element type of a scalar MLIR type, or `None` if the device does not support the
    /// type.
    pub fn of(ty: Type) -> Option<Element> {
        if ir::is_index(ty) {
            return Some(Element::Index);
        }
        if ir::is_float(ty) {
            return match ty.to_string().as_str() {
                "f32" => Some(Element::F32),
                "f16" => Some(Element::F16),
                "bf16" => Some(Element::Bf16),
                _ => None,
            };
        }
        match ir::element_width(ty) {
            _ if !ir::is_integer(ty) => None,
            1 => Some(Element::I1),
            8 => Some(Element::I8),
            16 => Some(Element::I16),
            32 => Some(Element::I32),
            _ => None,
        }
    }

    /// Returns the size of an element in DRAM in bytes, or `None` for an index, which is never in
    /// DRAM.
    pub fn bytes(self) -> Option<i64> {
        match self {
            Element::I1 | Element::I8 => Some(1),
            Element::I16 | Element::F16 | Element::Bf16 => Some(2),
            Element::I32 | Element::F32 => Some(4),
            Element::Index => None,
        }
    }

    /// Returns the format of an element of this type in DRAM. In the scratchpad, each element is a
    /// 32-bit lane instead.
    pub fn format(self) -> Format {
        match self {
            Element::I1 => Format::B8,
            Element::I8 => Format::S8,
            Element::I16 => Format::S16,
            Element::F16 => Format::F16,
            Element::Bf16 => Format::Bf16,
            Element::I32 | Element::F32 | Element::Index => Format::W32,
        }
    }

    /// Returns true for floating-point element types.
    pub fn is_float(self) -> bool {
        matches!(self, Element::F16 | Element::Bf16 | Element::F32)
    }

    /// Returns the 32-bit lane that represents an integer, truncated to this type.
    pub fn lane_of_integer(self, value: i64) -> u32 {
        match self {
            Element::I1 => (value & 1) as u32,
            Element::I8 => i32::from(value as i8).cast_unsigned(),
            Element::I16 => i32::from(value as i16).cast_unsigned(),
            _ => value as u32,
        }
    }
}
