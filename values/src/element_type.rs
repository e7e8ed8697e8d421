// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The element types of StableHLO tensors.

use crate::SmallFloat;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The type of a tensor's elements (StableHLO specification, section "Types").
///
/// The variants have XLA's names; [`Display`] and [`FromStr`] use MLIR's spelling.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum ElementType {
    /// `i1`, a boolean.
    Pred,
    /// `i2`, signed.
    S2,
    /// `i4`, signed.
    S4,
    /// `i8`, signed.
    S8,
    /// `i16`, signed.
    S16,
    /// `i32`, signed.
    S32,
    /// `i64`, signed.
    S64,
    /// `ui2`, unsigned.
    U2,
    /// `ui4`, unsigned.
    U4,
    /// `ui8`, unsigned.
    U8,
    /// `ui16`, unsigned.
    U16,
    /// `ui32`, unsigned.
    U32,
    /// `ui64`, unsigned.
    U64,
    /// `f4E2M1FN`.
    F4E2M1FN,
    /// `f6E2M3FN`.
    F6E2M3FN,
    /// `f6E3M2FN`.
    F6E3M2FN,
    /// `f8E3M4`.
    F8E3M4,
    /// `f8E4M3`.
    F8E4M3,
    /// `f8E4M3FN`.
    F8E4M3FN,
    /// `f8E4M3FNUZ`.
    F8E4M3FNUZ,
    /// `f8E4M3B11FNUZ`.
    F8E4M3B11FNUZ,
    /// `f8E5M2`.
    F8E5M2,
    /// `f8E5M2FNUZ`.
    F8E5M2FNUZ,
    /// `f8E8M0FNU`, which consists only of an exponent.
    F8E8M0FNU,
    /// `bf16`.
    Bf16,
    /// `f16`.
    F16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `complex<f32>`.
    C64,
    /// `complex<f64>`.
    C128,
}

/// The kind of values that an element type has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementClass {
    /// Booleans.
    Boolean,
    /// Two's complement integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floating-point numbers of at most 64 bits.
    Float,
    /// Pairs of floating-point numbers.
    Complex,
}

impl ElementType {
    /// Every element type.
    pub const ALL: [Self; 30] = [
        Self::Pred,
        Self::S2,
        Self::S4,
        Self::S8,
        Self::S16,
        Self::S32,
        Self::S64,
        Self::U2,
        Self::U4,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::F4E2M1FN,
        Self::F6E2M3FN,
        Self::F6E3M2FN,
        Self::F8E3M4,
        Self::F8E4M3,
        Self::F8E4M3FN,
        Self::F8E4M3FNUZ,
        Self::F8E4M3B11FNUZ,
        Self::F8E5M2,
        Self::F8E5M2FNUZ,
        Self::F8E8M0FNU,
        Self::Bf16,
        Self::F16,
        Self::F32,
        Self::F64,
        Self::C64,
        Self::C128,
    ];

    /// Returns MLIR's spelling of the type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pred => "i1",
            Self::S2 => "i2",
            Self::S4 => "i4",
            Self::S8 => "i8",
            Self::S16 => "i16",
            Self::S32 => "i32",
            Self::S64 => "i64",
            Self::U2 => "ui2",
            Self::U4 => "ui4",
            Self::U8 => "ui8",
            Self::U16 => "ui16",
            Self::U32 => "ui32",
            Self::U64 => "ui64",
            Self::F4E2M1FN => "f4E2M1FN",
            Self::F6E2M3FN => "f6E2M3FN",
            Self::F6E3M2FN => "f6E3M2FN",
            Self::F8E3M4 => "f8E3M4",
            Self::F8E4M3 => "f8E4M3",
            Self::F8E4M3FN => "f8E4M3FN",
            Self::F8E4M3FNUZ => "f8E4M3FNUZ",
            Self::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            Self::F8E5M2 => "f8E5M2",
            Self::F8E5M2FNUZ => "f8E5M2FNUZ",
            Self::F8E8M0FNU => "f8E8M0FNU",
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::C64 => "complex<f32>",
            Self::C128 => "complex<f64>",
        }
    }

    /// Returns the kind of values that the type has.
    pub const fn class(self) -> ElementClass {
        match self {
            Self::Pred => ElementClass::Boolean,
            Self::S2 | Self::S4 | Self::S8 | Self::S16 | Self::S32 | Self::S64 => {
                ElementClass::Signed
            }
            Self::U2 | Self::U4 | Self::U8 | Self::U16 | Self::U32 | Self::U64 => {
                ElementClass::Unsigned
            }
            Self::C64 | Self::C128 => ElementClass::Complex,
            _ => ElementClass::Float,
        }
    }

    /// Returns the number of bits that carry the value.
    pub const fn bit_width(self) -> u32 {
        match self {
            Self::Pred => 1,
            Self::S2 | Self::U2 => 2,
            Self::S4 | Self::U4 | Self::F4E2M1FN => 4,
            Self::F6E2M3FN | Self::F6E3M2FN => 6,
            Self::S16 | Self::U16 | Self::Bf16 | Self::F16 => 16,
            Self::S32 | Self::U32 | Self::F32 => 32,
            Self::S64 | Self::U64 | Self::F64 | Self::C64 => 64,
            Self::C128 => 128,
            _ => 8,
        }
    }

    /// Returns the number of bytes of one element in a literal and in device memory.
    ///
    /// An element narrower than a byte takes one byte. Booleans are 0 or 1, signed integers are
    /// sign-extended, and all other types are zero-extended.
    pub const fn byte_width(self) -> usize {
        (self.bit_width() as usize).div_ceil(8)
    }

    /// Returns true if the bit width is a multiple of 8, so that an element has no unused bits.
    pub const fn fills_bytes(self) -> bool {
        self.bit_width().is_multiple_of(8)
    }

    /// Normalizes elements whose unused bits have arbitrary values to the form that literals
    /// require (see [`Self::byte_width`]).
    ///
    /// A boolean becomes true if any bit of its byte is set.
    pub fn clear_unused_bits(self, elements: &mut [u8]) {
        if self.fills_bytes() {
            return;
        }
        let unused = 8 - self.bit_width();
        for element in elements {
            *element = match self.class() {
                ElementClass::Boolean => u8::from(*element != 0),
                ElementClass::Signed => (((*element << unused) as i8) >> unused) as u8,
                _ => (*element << unused) >> unused,
            };
        }
    }

    /// Returns the type of the real and imaginary parts of a complex type, or the type itself.
    pub const fn part(self) -> Self {
        match self {
            Self::C64 => Self::F32,
            Self::C128 => Self::F64,
            other => other,
        }
    }

    /// Returns the format of a floating-point type of at most 16 bits, or `None` for other
    /// types.
    pub const fn small_float(self) -> Option<&'static SmallFloat> {
        Some(match self {
            Self::F4E2M1FN => &SmallFloat::F4E2M1FN,
            Self::F6E2M3FN => &SmallFloat::F6E2M3FN,
            Self::F6E3M2FN => &SmallFloat::F6E3M2FN,
            Self::F8E3M4 => &SmallFloat::F8E3M4,
            Self::F8E4M3 => &SmallFloat::F8E4M3,
            Self::F8E4M3FN => &SmallFloat::F8E4M3FN,
            Self::F8E4M3FNUZ => &SmallFloat::F8E4M3FNUZ,
            Self::F8E4M3B11FNUZ => &SmallFloat::F8E4M3B11FNUZ,
            Self::F8E5M2 => &SmallFloat::F8E5M2,
            Self::F8E5M2FNUZ => &SmallFloat::F8E5M2FNUZ,
            Self::F8E8M0FNU => &SmallFloat::F8E8M0FNU,
            Self::Bf16 => &SmallFloat::BF16,
            Self::F16 => &SmallFloat::F16,
            _ => return None,
        })
    }

    /// Returns the smallest and the largest value of an integer type or of `i1`.
    pub const fn integer_range(self) -> Option<(i128, i128)> {
        let bits = self.bit_width();
        match self.class() {
            ElementClass::Boolean => Some((0, 1)),
            ElementClass::Signed => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            ElementClass::Unsigned => Some((0, (1 << bits) - 1)),
            ElementClass::Float | ElementClass::Complex => None,
        }
    }

    /// Returns the kind and size of the type in NumPy's array interface, without the byte order:
    /// `f4` for `<f4`.
    ///
    /// A floating-point type that NumPy lacks is stored as its bits, in unsigned integers of
    /// the same byte width. Integers narrower than a byte are stored as 8-bit integers.
    pub const fn numpy_descr(self) -> &'static str {
        match self {
            Self::Pred => "b1",
            Self::S2 | Self::S4 | Self::S8 => "i1",
            Self::S16 => "i2",
            Self::S32 => "i4",
            Self::S64 => "i8",
            Self::U16 | Self::Bf16 => "u2",
            Self::U32 => "u4",
            Self::U64 => "u8",
            Self::F16 => "f2",
            Self::F32 => "f4",
            Self::F64 => "f8",
            Self::C64 => "c8",
            Self::C128 => "c16",
            _ => "u1",
        }
    }

    /// Returns the element type that a NumPy kind and size (`f4`, `b1`, `u2`...) denotes by
    /// default, if no program expects another type.
    pub fn from_numpy_descr(descr: &str) -> Option<Self> {
        Some(match descr {
            "b1" => Self::Pred,
            "i1" => Self::S8,
            "i2" => Self::S16,
            "i4" => Self::S32,
            "i8" => Self::S64,
            "u1" => Self::U8,
            "u2" => Self::U16,
            "u4" => Self::U32,
            "u8" => Self::U64,
            "f2" => Self::F16,
            "f4" => Self::F32,
            "f8" => Self::F64,
            "c8" => Self::C64,
            "c16" => Self::C128,
            _ => return None,
        })
    }

    /// Returns true if a NumPy array of kind and size `descr` can hold elements of this type.
    ///
    /// Accepts [`Self::numpy_descr`], and also raw bytes (`V1` or `V2`) for types that NumPy
    /// lacks.
    pub fn accepts_numpy_descr(self, descr: &str) -> bool {
        let foreign = match self {
            Self::Bf16 => "V2",
            Self::S2 | Self::S4 | Self::U2 | Self::U4 => "V1",
            _ if self.class() == ElementClass::Float && self.byte_width() == 1 => "V1",
            _ => "",
        };
        descr == self.numpy_descr() || (!foreign.is_empty() && descr == foreign)
    }
}

impl Display for ElementType {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A text that is not the name of an element type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an element type of StableHLO tensors")]
pub struct ParseElementTypeError(pub String);

impl FromStr for ElementType {
    type Err = ParseElementTypeError;

    /// Parses MLIR's spelling; accepts `si<N>` as `i<N>`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.strip_prefix('s').filter(|rest| rest.starts_with('i')).unwrap_or(text);
        Self::ALL
            .into_iter()
            .find(|known| known.name() == name)
            .ok_or_else(|| ParseElementTypeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for element in ElementType::ALL {
            assert_eq!(element.name().parse(), Ok(element));
        }
        assert_eq!("si8".parse(), Ok(ElementType::S8));
        let error = "index".parse::<ElementType>().expect_err("not a tensor element");
        assert_eq!(error.to_string(), "`index` is not an element type of StableHLO tensors");
    }

    #[test]
    fn unused_bits_are_cleared() {
        let cleared = |ty: ElementType, byte| {
            let mut bytes = [byte];
            ty.clear_unused_bits(&mut bytes);
            bytes[0]
        };
        assert_eq!(cleared(ElementType::S4, 0x7f), 0xff);
        assert_eq!(cleared(ElementType::S4, 0xf7), 0x07);
        assert_eq!(cleared(ElementType::U4, 0xf7), 0x07);
        assert_eq!(cleared(ElementType::F6E2M3FN, 0xff), 0x3f);
        assert_eq!(cleared(ElementType::Pred, 0x80), 1);
        assert_eq!(cleared(ElementType::S8, 0x80), 0x80);
    }

    #[test]
    fn widths() {
        assert_eq!(ElementType::Pred.byte_width(), 1);
        assert_eq!(ElementType::S4.byte_width(), 1);
        assert_eq!(ElementType::Bf16.byte_width(), 2);
        assert_eq!(ElementType::C128.byte_width(), 16);
        assert_eq!(ElementType::S2.integer_range(), Some((-2, 1)));
        assert_eq!(ElementType::U64.integer_range(), Some((0, i128::from(u64::MAX))));
        assert_eq!(ElementType::F32.integer_range(), None);
    }

    #[test]
    fn numpy_kinds() {
        for element in ElementType::ALL {
            assert!(element.accepts_numpy_descr(element.numpy_descr()));
        }
        assert!(ElementType::Bf16.accepts_numpy_descr("V2"));
        assert!(ElementType::F8E5M2.accepts_numpy_descr("V1"));
        assert!(!ElementType::F32.accepts_numpy_descr("f8"));
        assert!(!ElementType::U8.accepts_numpy_descr("V1"));
    }
}
