// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Numbers that elements represent, and their conversion from and to the bytes of a [`Format`].

use super::format::{Format, wrap};
use super::round::{narrow, widen};

/// The number that an element represents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer, or a boolean as 0 or 1.
    Int(i128),
    /// A float. f64 represents the numbers of every decoded float format exactly.
    Float(f64),
    /// A complex number: its real and its imaginary part.
    Complex(f64, f64),
    /// An element whose format is not decoded.
    Unknown,
}

impl Number {
    /// Returns true for a zero of either sign.
    pub fn is_zero(self) -> bool {
        match self {
            Self::Int(value) => value == 0,
            Self::Float(value) => value == 0.0,
            Self::Complex(re, im) => re == 0.0 && im == 0.0,
            Self::Unknown => false,
        }
    }

    /// Returns true for the integer 1 and the float 1.0, and false for all complex numbers.
    pub fn is_one(self) -> bool {
        match self {
            Self::Int(value) => value == 1,
            Self::Float(value) => value == 1.0,
            // Multiplication by `1 + 0i` changes the signs of zeros.
            Self::Complex(..) | Self::Unknown => false,
        }
    }

    /// Returns the integer, which is 0 or 1 for a boolean. Returns `None` for other numbers.
    pub fn int(self) -> Option<i128> {
        match self {
            Self::Int(value) => Some(value),
            _ => None,
        }
    }
}

impl Format {
    /// Returns the number that the bytes of one element represent.
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

    /// Appends the bytes of `number`, which is rounded or wrapped to this format.
    ///
    /// # Panics
    /// Panics if `number` and the format are not both integers, both floats or both complex
    /// numbers.
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
            _ => panic!("expected a number of format {self:?}, found {number:?}"),
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
