// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Storage formats of the elements of constants.

use hloom_ir::{self as ir, Type};
use hloom_values::ElementType;
use melior::ir::TypeLike;
use melior::ir::r#type::IntegerType;

/// Storage format of an element. Bytes are in little-endian order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `i1`, in one byte.
    Bool,
    /// `iN`, which StableHLO treats as signed, of at most 64 bits, stored in the fewest whole
    /// bytes.
    Signed(u32),
    /// `uiN` of at most 64 bits, stored in the fewest whole bytes.
    Unsigned(u32),
    /// `f16`.
    F16,
    /// `bf16`.
    Bf16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `complex<f32>`.
    ComplexF32,
    /// `complex<f64>`.
    ComplexF64,
    /// A float of 8 bits or fewer, stored in one byte. Such elements are copied, but not decoded.
    Byte,
}

impl Format {
    /// Returns the format of an element type, or `None` for an unsupported type, such as a
    /// quantized type or a token.
    pub fn of(element: Type) -> Option<Self> {
        if let Some(part) = ir::is_complex(element) {
            return match Self::of(part)? {
                Self::F32 => Some(Self::ComplexF32),
                Self::F64 => Some(Self::ComplexF64),
                _ => None,
            };
        }
        if ir::is_float(element) {
            return Some(match element {
                _ if element.is_f64() => Self::F64,
                _ if element.is_f32() => Self::F32,
                _ if element.is_f16() => Self::F16,
                _ if element.is_bf16() => Self::Bf16,
                _ if ir::element_width(element) <= 8 => Self::Byte,
                _ => return None,
            });
        }
        let integer = IntegerType::try_from(element).ok()?;
        match integer.width() {
            1 if !integer.is_unsigned() => Some(Self::Bool),
            width @ 1..=64 if integer.is_unsigned() => Some(Self::Unsigned(width)),
            width @ 1..=64 => Some(Self::Signed(width)),
            _ => None,
        }
    }

    /// Returns the size of an element in bytes.
    pub fn size(self) -> usize {
        match self {
            Self::Bool | Self::Byte => 1,
            Self::Signed(width) | Self::Unsigned(width) => width.div_ceil(8) as usize,
            Self::F16 | Self::Bf16 => 2,
            Self::F32 => 4,
            Self::F64 | Self::ComplexF32 => 8,
            Self::ComplexF64 => 16,
        }
    }

    /// Returns the numbers of exponent and mantissa bits, in this order, of f16, bf16, f32 and f64.
    /// Returns `None` for other formats.
    pub fn layout(self) -> Option<(u32, u32)> {
        let element = match self {
            Self::F16 => ElementType::F16,
            Self::Bf16 => ElementType::Bf16,
            Self::F32 => ElementType::F32,
            Self::F64 => ElementType::F64,
            _ => return None,
        };
        element.float_layout()
    }

    /// Returns true for f16, bf16, f32 and f64. Returns false for [`Format::Byte`], whose elements
    /// are not decoded.
    pub fn is_float(self) -> bool {
        self.layout().is_some()
    }

    /// Returns true for booleans and integers.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Bool | Self::Signed(_) | Self::Unsigned(_))
    }

    /// Returns the width in bits of an integer format, and true if it is signed. A boolean is an
    /// unsigned integer of one bit. Returns `None` for other formats.
    pub fn integer(self) -> Option<(u32, bool)> {
        match self {
            Self::Bool => Some((1, false)),
            Self::Signed(width) => Some((width, true)),
            Self::Unsigned(width) => Some((width, false)),
            _ => None,
        }
    }

    /// Returns the bits of an element of at most 64 bits, given its bytes in little-endian order.
    pub fn bits(self, bytes: &[u8]) -> u64 {
        bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// Returns the integer whose low bits are `bits`. Signed formats are sign-extended; all other
    /// formats are zero-extended.
    pub fn integer_of_bits(self, bits: u64) -> i128 {
        let Some((width, signed)) = self.integer() else { return i128::from(bits) };
        wrap(i128::from(bits), width, signed)
    }
}

/// Returns the integer of `width` bits, signed or unsigned, that is congruent to `value` modulo
/// `2^width`.
pub fn wrap(value: i128, width: u32, signed: bool) -> i128 {
    let shift = 128 - width;
    if signed { value << shift >> shift } else { ((value as u128) << shift >> shift) as i128 }
}
