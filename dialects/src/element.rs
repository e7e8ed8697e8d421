// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kinds of tensor elements, after the specification's section "Types".

use crate::{ffi, quantized::Quantized};
use hloom_values::{ElementClass, ElementType as Values};
use melior::ir::{Type, TypeLike, r#type::IntegerType};

/// The type of a tensor's element in MLIR.
///
/// The enum classifies every type, so that verifiers can reject types that are not valid for
/// tensors. The element types of literals can be converted to [`hloom_values::ElementType`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementType {
    /// The type `i1`.
    Boolean,
    /// A signed or signless integer type with this number of bits, except `i1`.
    Signed(u32),
    /// An unsigned integer type with this number of bits.
    Unsigned(u32),
    /// A floating-point type, given as an element type of literals.
    Float(Values),
    /// TensorFloat-32, 19 bits wide: a precision of dot products.
    Tf32,
    /// A complex type, given by the type of its real and imaginary parts.
    Complex(Values),
    /// A uniform quantized integer, per tensor or per axis; see [`Quantized`].
    Quantized,
    /// The type `index` of MLIR.
    Index,
    /// Any type that no other variant describes.
    Other,
}

impl ElementType {
    /// Returns the kind of an element type, not of a tensor type.
    pub fn from_type(ty: Type) -> Self {
        if ty.is_float() {
            let tf32 = if ty.is_tf32() { Self::Tf32 } else { Self::Other };
            return float(ty).map_or(tf32, Self::Float);
        }
        if let Ok(integer) = IntegerType::try_from(ty) {
            return match integer.width() {
                1 if integer.is_signless() => Self::Boolean,
                width if integer.is_unsigned() => Self::Unsigned(width),
                width => Self::Signed(width),
            };
        }
        if let Some(part) = ffi::complex_element(ty) {
            return float(part).map_or(Self::Other, Self::Complex);
        }
        if ty.is_uniform_quantized_type() || ty.is_uniform_quantized_per_axis_type() {
            return Self::Quantized;
        }
        if ty.is_index() { Self::Index } else { Self::Other }
    }

    /// Returns the corresponding element type of literals, or `None` if literals have no such type.
    pub fn value_type(self) -> Option<Values> {
        match self {
            Self::Boolean => Some(Values::Pred),
            Self::Signed(width) => Values::integer(ElementClass::Signed, width),
            Self::Unsigned(width) => Values::integer(ElementClass::Unsigned, width),
            Self::Float(format) => Some(format),
            Self::Complex(part) => Values::complex(part),
            Self::Tf32 | Self::Quantized | Self::Index | Self::Other => None,
        }
    }

    /// Returns true if the element type is `i1`.
    pub fn is_boolean(self) -> bool {
        self == Self::Boolean
    }

    /// Returns true for signed and unsigned integers, but not for booleans.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::Signed(_) | Self::Unsigned(_))
    }

    /// Returns true for floats, but not for complex numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float(_) | Self::Tf32)
    }

    /// Returns true if the element type is complex.
    pub fn is_complex(self) -> bool {
        matches!(self, Self::Complex(_))
    }

    /// Returns true if the element type is quantized.
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
            Self::Float(format) => Some(format.bit_width()),
            Self::Tf32 => Some(19),
            Self::Complex(part) => Some(2 * part.bit_width()),
            Self::Quantized | Self::Index | Self::Other => None,
        }
    }

    /// Returns the number of bytes in which MLIR stores an element of a constant.
    ///
    /// Returns `None` for booleans, which are stored as bits, and for kinds other than numbers.
    pub(crate) fn stored_bytes(self) -> Option<usize> {
        match self {
            Self::Signed(_) | Self::Unsigned(_) | Self::Float(_) | Self::Tf32 => {
                Some(self.width()?.div_ceil(8) as usize)
            }
            Self::Complex(part) => Some(2 * part.byte_width()),
            Self::Index => Some(8),
            Self::Boolean | Self::Quantized | Self::Other => None,
        }
    }
}

/// Returns the element type of literals for an MLIR float type, or `None` for other types and for
/// float types that literals do not have.
fn float(ty: Type) -> Option<Values> {
    if !ty.is_float() {
        return None;
    }
    Some(match () {
        () if ty.is_f32() => Values::F32,
        () if ty.is_f64() => Values::F64,
        () if ty.is_bf16() => Values::Bf16,
        () if ty.is_f16() => Values::F16,
        () if ty.is_float8e4m3fn() => Values::F8E4M3FN,
        () if ty.is_float8e5m2() => Values::F8E5M2,
        () if ty.is_float_4_e_2_m_1_fn() => Values::F4E2M1FN,
        () if ty.is_float_6_e_2_m_3_fn() => Values::F6E2M3FN,
        () if ty.is_float_6_e_3_m_2_fn() => Values::F6E3M2FN,
        () if ty.is_float8e3m4() => Values::F8E3M4,
        () if ty.is_float8e4m3() => Values::F8E4M3,
        () if ty.is_float8e4m3fnuz() => Values::F8E4M3FNUZ,
        () if ty.is_float8e4m3_b_11_fnuz() => Values::F8E4M3B11FNUZ,
        () if ty.is_float8e5m2fnuz() => Values::F8E5M2FNUZ,
        () if ty.is_float8e8m0fnu() => Values::F8E8M0FNU,
        () => return None,
    })
}

/// Returns the number of bits of an element type, or of the storage type for a quantized type.
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
            ("f32", ElementType::Float(Values::F32)),
            ("bf16", ElementType::Float(Values::Bf16)),
            ("f8E4M3FN", ElementType::Float(Values::F8E4M3FN)),
            ("f8E4M3B11FNUZ", ElementType::Float(Values::F8E4M3B11FNUZ)),
            ("f4E2M1FN", ElementType::Float(Values::F4E2M1FN)),
            ("complex<f64>", ElementType::Complex(Values::F64)),
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
        assert_eq!(kind("tf32"), ElementType::Tf32);
        assert_eq!(kind("complex<tf32>"), ElementType::Other);
    }

    #[test]
    fn every_element_type_is_read_from_its_name() {
        let context = crate::Context::new();
        for element in Values::ALL {
            let ty = Type::parse(&context, element.name()).expect("a type of MLIR");
            let kind = ElementType::from_type(ty);
            assert_eq!(kind.value_type(), Some(element));
            assert_eq!(kind.width(), Some(element.bit_width()));
        }
        for text in ["i3", "ui1", "tf32", "f80", "complex<f16>", "index", "none"] {
            let ty = Type::parse(&context, text).expect("a type of MLIR");
            assert_eq!(ElementType::from_type(ty).value_type(), None, "{text}");
        }
    }
}
