// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One element: its bytes and the number they stand for.

use super::round::{narrow, widen};
use crate::ir::{self, Type};
use melior::ir::TypeLike;
use melior::ir::r#type::IntegerType;

/// How an element is stored, little end first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `i1`, a byte.
    Bool,
    /// `iN`, which HLO calls signed, in whole bytes.
    Signed(u32),
    /// `uiN`, in whole bytes.
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
    /// A format that is moved but not read: the narrower floats.
    Byte,
}

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer, or a boolean as 0 or 1.
    Int(i128),
    /// A float; f64 holds those of every format.
    Float(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A number of a format that is not read.
    Unknown,
}

impl Format {
    /// The format of an element type; none for quantized numbers, tokens and the like.
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

    /// The bytes of an element.
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

    /// Exponent and mantissa bits of a float that is read.
    pub fn layout(self) -> Option<(u32, u32)> {
        match self {
            Self::F16 => Some((5, 10)),
            Self::Bf16 => Some((8, 7)),
            Self::F32 => Some((8, 23)),
            Self::F64 => Some((11, 52)),
            _ => None,
        }
    }

    /// Whether it is a float that is read.
    pub fn is_float(self) -> bool {
        self.layout().is_some()
    }

    /// Whether it is a boolean or an integer.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Bool | Self::Signed(_) | Self::Unsigned(_))
    }

    /// Width and signedness; a boolean is an unsigned integer of one bit.
    pub fn integer(self) -> Option<(u32, bool)> {
        match self {
            Self::Bool => Some((1, false)),
            Self::Signed(width) => Some((width, true)),
            Self::Unsigned(width) => Some((width, false)),
            _ => None,
        }
    }

    /// The bits of an element of at most 64.
    pub fn bits(self, bytes: &[u8]) -> u64 {
        bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// The integer whose low bits an element holds.
    pub fn integer_of_bits(self, bits: u64) -> i128 {
        let Some((width, signed)) = self.integer() else { return i128::from(bits) };
        wrap(i128::from(bits), width, signed)
    }

    /// The number that `bytes` stand for.
    pub fn decode(self, bytes: &[u8]) -> Number {
        let bits = |bytes| self.bits(bytes);
        match self {
            Self::Bool | Self::Signed(_) | Self::Unsigned(_) => {
                Number::Int(self.integer_of_bits(bits(bytes)))
            }
            Self::F16 | Self::Bf16 | Self::F32 | Self::F64 => {
                Number::Float(widen(self, bits(bytes)))
            }
            Self::ComplexF32 => {
                let part = |bytes| widen(Self::F32, bits(bytes));
                Number::Complex(part(&bytes[..4]), part(&bytes[4..]))
            }
            Self::ComplexF64 => {
                let part = |bytes| widen(Self::F64, bits(bytes));
                Number::Complex(part(&bytes[..8]), part(&bytes[8..]))
            }
            Self::Byte => Number::Unknown,
        }
    }

    /// Appends the element that `number` rounds or wraps to.
    ///
    /// # Panics
    /// If the number is not of the format's kind.
    pub fn encode(self, number: Number, to: &mut Vec<u8>) {
        match (self.integer(), number) {
            (Some((width, _)), Number::Int(value)) => {
                let bits = wrap(value, width, false) as u64;
                to.extend_from_slice(&bits.to_le_bytes()[..self.size()]);
            }
            (None, Number::Float(value)) if self.is_float() => {
                to.extend_from_slice(&narrow(self, value).to_le_bytes()[..self.size()]);
            }
            (None, Number::Complex(re, im))
                if matches!(self, Self::ComplexF32 | Self::ComplexF64) =>
            {
                let part = if self == Self::ComplexF32 { Self::F32 } else { Self::F64 };
                part.encode(Number::Float(re), to);
                part.encode(Number::Float(im), to);
            }
            _ => panic!("{number:?} is no number of format {self:?}"),
        }
    }
}

/// The integer of `width` bits that `value` is congruent to.
pub fn wrap(value: i128, width: u32, signed: bool) -> i128 {
    let shift = 128 - width;
    if signed { value << shift >> shift } else { ((value as u128) << shift >> shift) as i128 }
}

impl Number {
    /// Whether it is zero, of either sign.
    pub fn is_zero(self) -> bool {
        match self {
            Self::Int(value) => value == 0,
            Self::Float(value) => value == 0.0,
            Self::Complex(re, im) => re == 0.0 && im == 0.0,
            Self::Unknown => false,
        }
    }

    /// Whether it is one.
    pub fn is_one(self) -> bool {
        match self {
            Self::Int(value) => value == 1,
            Self::Float(value) => value == 1.0,
            // Multiplying by one plus a zero times i changes the signs of zeros.
            Self::Complex(..) | Self::Unknown => false,
        }
    }

    /// The integer, or 0 or 1 for a boolean.
    pub fn int(self) -> Option<i128> {
        match self {
            Self::Int(value) => Some(value),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(format: Format, number: Number) -> Vec<u8> {
        let mut bytes = Vec::new();
        format.encode(number, &mut bytes);
        bytes
    }

    #[test]
    fn integers_wrap() {
        assert_eq!(wrap(200, 8, true), -56);
        assert_eq!(wrap(-1, 4, false), 15);
        assert_eq!(wrap(i128::from(u64::MAX), 64, true), -1);
        assert_eq!(encoded(Format::Signed(4), Number::Int(-1)), [0x0f]);
        assert_eq!(Format::Signed(4).decode(&[0x0f]), Number::Int(-1));
        assert_eq!(Format::Unsigned(4).decode(&[0x0f]), Number::Int(15));
    }

    #[test]
    fn numbers_come_back() {
        for (format, number) in [
            (Format::Bool, Number::Int(1)),
            (Format::Signed(64), Number::Int(i128::from(i64::MIN))),
            (Format::Unsigned(64), Number::Int(i128::from(u64::MAX))),
            (Format::Bf16, Number::Float(-0.15625)),
            (Format::F16, Number::Float(f64::INFINITY)),
            (Format::F32, Number::Float(1e-45f32.into())),
            (Format::F64, Number::Float(5e-324)),
            (Format::ComplexF64, Number::Complex(1.5, -2.0)),
        ] {
            assert_eq!(format.decode(&encoded(format, number)), number);
        }
    }
}
