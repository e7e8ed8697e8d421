// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element types: their names in HLO, the class of their values, and their widths.

use crate::proto::PrimitiveType;
use crate::small_float::SmallFloat;

/// Class of the values of an element type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementClass {
    /// Booleans.
    Boolean,
    /// Signed integers in two's complement.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floating-point numbers.
    Float,
    /// Complex numbers: pairs of floating-point numbers.
    Complex,
}

use ElementClass::{Boolean, Complex, Float, Signed, Unsigned};
use PrimitiveType as Type;

/// Table of the named element types: type, HLO name, class, number of value bits.
const ARRAYS: [(Type, &str, ElementClass, u32); 34] = [
    (Type::Pred, "pred", Boolean, 1),
    (Type::S1, "s1", Signed, 1),
    (Type::S2, "s2", Signed, 2),
    (Type::S4, "s4", Signed, 4),
    (Type::S8, "s8", Signed, 8),
    (Type::S16, "s16", Signed, 16),
    (Type::S32, "s32", Signed, 32),
    (Type::S64, "s64", Signed, 64),
    (Type::U1, "u1", Unsigned, 1),
    (Type::U2, "u2", Unsigned, 2),
    (Type::U4, "u4", Unsigned, 4),
    (Type::U8, "u8", Unsigned, 8),
    (Type::U16, "u16", Unsigned, 16),
    (Type::U32, "u32", Unsigned, 32),
    (Type::U64, "u64", Unsigned, 64),
    (Type::F4e2m1fn, "f4e2m1fn", Float, 4),
    (Type::F6e2m3fn, "f6e2m3fn", Float, 6),
    (Type::F6e3m2fn, "f6e3m2fn", Float, 6),
    (Type::F8e3m4, "f8e3m4", Float, 8),
    (Type::F8e4m3, "f8e4m3", Float, 8),
    (Type::F8e4m3b11fnuz, "f8e4m3b11fnuz", Float, 8),
    (Type::F8e4m3fn, "f8e4m3fn", Float, 8),
    (Type::F8e4m3fnuz, "f8e4m3fnuz", Float, 8),
    (Type::F8e5m2, "f8e5m2", Float, 8),
    (Type::F8e5m2fnuz, "f8e5m2fnuz", Float, 8),
    (Type::F8e8m0fnu, "f8e8m0fnu", Float, 8),
    (Type::Bf16, "bf16", Float, 16),
    (Type::F16, "f16", Float, 16),
    (Type::F32, "f32", Float, 32),
    (Type::F64, "f64", Float, 64),
    (Type::C64, "c64", Complex, 64),
    (Type::C128, "c128", Complex, 128),
    // Types without values: no literal has them, so their width is zero.
    (Type::Token, "token", Unsigned, 0),
    (Type::OpaqueType, "opaque", Unsigned, 0),
];

impl PrimitiveType {
    /// Returns the name in HLO text, such as `f32`, `pred` or `token`. Tuples and buffers have
    /// none.
    pub fn hlo_name(self) -> Option<&'static str> {
        ARRAYS.iter().find(|row| row.0 == self).map(|row| row.1)
    }

    /// Returns the type that has the given name in HLO text.
    pub fn from_hlo_name(name: &str) -> Option<Self> {
        ARRAYS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Returns the class of the elements, or `None` if arrays cannot have this element type.
    pub fn class(self) -> Option<ElementClass> {
        ARRAYS.iter().find(|row| row.0 == self && row.3 > 0).map(|row| row.2)
    }

    /// Returns the number of bits that carry an element's value, or `None` if arrays cannot have
    /// this element type.
    pub fn bit_width(self) -> Option<u32> {
        ARRAYS.iter().find(|row| row.0 == self && row.3 > 0).map(|row| row.3)
    }

    /// Returns the number of bytes of an element in a literal, or `None` if arrays cannot have
    /// this element type. An element narrower than a byte takes a whole byte.
    pub fn byte_width(self) -> Option<usize> {
        Some((self.bit_width()? as usize).div_ceil(8))
    }

    /// Returns the format of a floating-point type of at most 16 bits.
    pub(crate) fn small_float(self) -> Option<SmallFloat> {
        SmallFloat::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (element, name, ..) in ARRAYS {
            assert_eq!(PrimitiveType::from_hlo_name(name), Some(element));
            assert_eq!(element.hlo_name(), Some(name));
        }
        assert_eq!(PrimitiveType::from_hlo_name("i32"), None);
        assert_eq!(PrimitiveType::Tuple.hlo_name(), None);
    }

    #[test]
    fn widths() {
        assert_eq!(PrimitiveType::S4.byte_width(), Some(1));
        assert_eq!(PrimitiveType::C128.byte_width(), Some(16));
        assert_eq!(PrimitiveType::Token.byte_width(), None);
        assert_eq!(PrimitiveType::Bf16.class(), Some(ElementClass::Float));
    }
}
