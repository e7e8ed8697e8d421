// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kinds of tensor elements, after the specification's section "Types".

use crate::{ffi, quantized::Quantized};
use melior::ir::{Type, TypeLike, r#type::IntegerType};
use std::fmt;

/// A floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatType {
    /// 2 exponent and 1 mantissa bits, finite only.
    F4E2M1FN,
    /// 2 exponent and 3 mantissa bits, finite only.
    F6E2M3FN,
    /// 3 exponent and 2 mantissa bits, finite only.
    F6E3M2FN,
    /// 3 exponent and 4 mantissa bits, IEEE-like.
    F8E3M4,
    /// 4 exponent and 3 mantissa bits, IEEE-like.
    F8E4M3,
    /// 4 exponent and 3 mantissa bits, no infinities.
    F8E4M3FN,
    /// 4 exponent and 3 mantissa bits, no infinities, no negative zero.
    F8E4M3FNUZ,
    /// The same as [`Self::F8E4M3FNUZ`], with an exponent bias of 11.
    F8E4M3B11FNUZ,
    /// 5 exponent and 2 mantissa bits, IEEE-like.
    F8E5M2,
    /// 5 exponent and 2 mantissa bits, no infinities, no negative zero.
    F8E5M2FNUZ,
    /// 8 exponent bits, no sign and no mantissa: powers of two.
    F8E8M0FNU,
    /// bfloat16: the upper 16 bits of an `f32`.
    BF16,
    /// IEEE half precision.
    F16,
    /// TensorFloat-32, 19 bits wide.
    TF32,
    /// IEEE single precision.
    F32,
    /// IEEE double precision.
    F64,
}

impl FloatType {
    /// Returns the format of a float type, or `None` for other types and other formats.
    pub fn from_type(ty: Type<'_>) -> Option<Self> {
        if !ty.is_float() {
            return None;
        }
        Some(match () {
            () if ty.is_f32() => Self::F32,
            () if ty.is_f64() => Self::F64,
            () if ty.is_bf16() => Self::BF16,
            () if ty.is_f16() => Self::F16,
            () if ty.is_float8e4m3fn() => Self::F8E4M3FN,
            () if ty.is_float8e5m2() => Self::F8E5M2,
            () if ty.is_float_4_e_2_m_1_fn() => Self::F4E2M1FN,
            () if ty.is_float_6_e_2_m_3_fn() => Self::F6E2M3FN,
            () if ty.is_float_6_e_3_m_2_fn() => Self::F6E3M2FN,
            () if ty.is_float8e3m4() => Self::F8E3M4,
            () if ty.is_float8e4m3() => Self::F8E4M3,
            () if ty.is_float8e4m3fnuz() => Self::F8E4M3FNUZ,
            () if ty.is_float8e4m3_b_11_fnuz() => Self::F8E4M3B11FNUZ,
            () if ty.is_float8e5m2fnuz() => Self::F8E5M2FNUZ,
            () if ty.is_float8e8m0fnu() => Self::F8E8M0FNU,
            () if ty.is_tf32() => Self::TF32,
            () => return None,
        })
    }

    /// Returns the number of bits of an element.
    pub fn width(self) -> u32 {
        match self {
            Self::F4E2M1FN => 4,
            Self::F6E2M3FN | Self::F6E3M2FN => 6,
            Self::BF16 | Self::F16 => 16,
            Self::TF32 => 19,
            Self::F32 => 32,
            Self::F64 => 64,
            _ => 8,
        }
    }
}

/// The kind of a tensor's element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// `i1`.
    Boolean,
    /// A signed integer of that many bits. MLIR's signless integers count as signed.
    Signed(u32),
    /// An unsigned integer of that many bits.
    Unsigned(u32),
    /// A float.
    Float(FloatType),
    /// A complex number with parts of that format.
    Complex(FloatType),
    /// A uniform quantized integer, per tensor or per axis; see [`Quantized`].
    Quantized,
    /// MLIR's `index`.
    Index,
    /// Any other type.
    Other,
}

impl ElementType {
    /// Returns the kind of an element type, not of a tensor type.
    pub fn from_type(ty: Type) -> Self {
        if let Some(format) = FloatType::from_type(ty) {
            return Self::Float(format);
        }
        if let Ok(integer) = IntegerType::try_from(ty) {
            return match integer.width() {
                1 if integer.is_signless() => Self::Boolean,
                width if integer.is_unsigned() => Self::Unsigned(width),
                width => Self::Signed(width),
            };
        }
        if let Some(part) = ffi::complex_element(ty) {
            return FloatType::from_type(part).map_or(Self::Other, Self::Complex);
        }
        if ty.is_uniform_quantized_type() || ty.is_uniform_quantized_per_axis_type() {
            return Self::Quantized;
        }
        if ty.is_index() { Self::Index } else { Self::Other }
    }

    /// Returns true for `i1`.
    pub fn is_boolean(self) -> bool {
        self == Self::Boolean
    }

    /// Returns true for signed and unsigned integers, but not for booleans.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Signed(_) | Self::Unsigned(_))
    }

    /// Returns true for floats, but not for complex numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float(_))
    }

    /// Returns true for complex numbers.
    pub fn is_complex(self) -> bool {
        matches!(self, Self::Complex(_))
    }

    /// Returns true for quantized integers.
    pub fn is_quantized(self) -> bool {
        self == Self::Quantized
    }

    /// Returns the number of bits of an element.
    ///
    /// Returns `None` for `index`, other types, and quantized elements; for the latter see
    /// [`storage_width`].
    pub fn width(self) -> Option<u32> {
        match self {
            Self::Boolean => Some(1),
            Self::Signed(width) | Self::Unsigned(width) => Some(width),
            Self::Float(format) => Some(format.width()),
            Self::Complex(format) => Some(2 * format.width()),
            Self::Quantized | Self::Index | Self::Other => None,
        }
    }

    /// Returns the number of bytes in which MLIR stores an element of a constant.
    ///
    /// Returns `None` for booleans, which are stored as bits, and for other kinds than numbers.
    pub(crate) fn stored_bytes(self) -> Option<usize> {
        let bytes = |bits: u32| bits.div_ceil(8) as usize;
        match self {
            Self::Signed(width) | Self::Unsigned(width) => Some(bytes(width)),
            Self::Float(format) => Some(bytes(format.width())),
            Self::Complex(format) => Some(2 * bytes(format.width())),
            Self::Index => Some(8),
            Self::Boolean | Self::Quantized | Self::Other => None,
        }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Boolean => formatter.write_str("i1"),
            Self::Signed(width) => write!(formatter, "i{width}"),
            Self::Unsigned(width) => write!(formatter, "ui{width}"),
            Self::Float(format) => formatter.write_str(&format!("{format:?}").to_lowercase()),
            Self::Complex(format) => {
                write!(formatter, "complex<{}>", format!("{format:?}").to_lowercase())
            }
            Self::Quantized => formatter.write_str("quantized"),
            Self::Index => formatter.write_str("index"),
            Self::Other => formatter.write_str("unknown"),
        }
    }
}

/// Returns the number of bits of an element type; for a quantized type, of its storage type.
pub fn storage_width(ty: Type) -> Option<u32> {
    match Quantized::from_type(ty) {
        Some(quantized) => ElementType::from_type(quantized.storage).width(),
        None => ElementType::from_type(ty).width(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_told_apart() {
        let context = crate::Context::new();
        let kind = |text| ElementType::from_type(Type::parse(&context, text).unwrap());
        for (text, expected) in [
            ("i1", ElementType::Boolean),
            ("i8", ElementType::Signed(8)),
            ("ui16", ElementType::Unsigned(16)),
            ("f32", ElementType::Float(FloatType::F32)),
            ("bf16", ElementType::Float(FloatType::BF16)),
            ("f8E4M3FN", ElementType::Float(FloatType::F8E4M3FN)),
            ("f8E4M3B11FNUZ", ElementType::Float(FloatType::F8E4M3B11FNUZ)),
            ("f4E2M1FN", ElementType::Float(FloatType::F4E2M1FN)),
            ("complex<f64>", ElementType::Complex(FloatType::F64)),
            ("!quant.uniform<i8:f32, 0.5:3>", ElementType::Quantized),
            ("!quant.uniform<i8:f32:1, {0.5:3, 0.25:1}>", ElementType::Quantized),
            ("index", ElementType::Index),
            ("none", ElementType::Other),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
        let quantized = Type::parse(&context, "!quant.uniform<u8:f32, 0.5:3>").unwrap();
        assert_eq!(storage_width(quantized), Some(8));
        assert_eq!(kind("complex<f32>").width(), Some(64));
        assert_eq!(kind("complex<f32>").to_string(), "complex<f32>");
    }
}
