// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constructors and queries of types.

use super::{Context, Type};
use crate::ffi;
use melior::ir::TypeLike;
use melior::ir::r#type::{IntegerType, MemRefType, RankedTensorType};

/// Returns the type `index`.
pub fn index(context: &Context) -> Type<'_> {
    Type::index(context)
}

/// Returns the signless integer type of `bits` bits.
pub fn int(context: &Context, bits: u32) -> Type<'_> {
    IntegerType::new(context, bits).into()
}

/// Returns the type `f16`.
pub fn f16(context: &Context) -> Type<'_> {
    Type::float16(context)
}

/// Returns the type `bf16`.
pub fn bf16(context: &Context) -> Type<'_> {
    Type::bfloat16(context)
}

/// Returns the type `f32`.
pub fn f32(context: &Context) -> Type<'_> {
    Type::float32(context)
}

/// Returns the type `f64`.
pub fn f64(context: &Context) -> Type<'_> {
    Type::float64(context)
}

/// Returns the type `complex<element>`.
pub fn complex<'a>(element: Type<'a>) -> Type<'a> {
    ffi::complex_type(element)
}

/// Returns a ranked tensor type. A dynamic size is [`Shaped::DYNAMIC`].
pub fn tensor<'a>(shape: &[i64], element: Type<'a>) -> Type<'a> {
    let shape: Vec<u64> = shape.iter().map(|size| *size as u64).collect();
    RankedTensorType::new(&shape, element, None).into()
}

/// Returns a memref type with static shape and identity layout.
pub fn memref<'a>(shape: &[i64], element: Type<'a>) -> Type<'a> {
    MemRefType::new(element, shape, None, None).into()
}

/// Returns the element type of a ranked shaped type, or any other type itself.
pub fn element_of<'a>(ty: Type<'a>) -> Type<'a> {
    Shaped::of(ty).map_or(ty, |shaped| shaped.element)
}

/// Returns a fixed-length vector type.
pub fn vector<'a>(shape: &[i64], element: Type<'a>) -> Type<'a> {
    let shape: Vec<u64> = shape.iter().map(|size| *size as u64).collect();
    Type::vector(&shape, element)
}

/// Returns a vector or tensor type with the shape of `like` and elements of type `element`, or
/// `element` itself if `like` has no shape.
pub fn like<'a>(like: Type<'a>, element: Type<'a>) -> Type<'a> {
    match Shaped::of(like) {
        Some(shaped) if like.is_vector() => vector(&shaped.shape, element),
        Some(shaped) => tensor(&shaped.shape, element),
        None => element,
    }
}

/// Returns true if the type is `index`.
pub fn is_index(ty: Type) -> bool {
    ty.is_index()
}

/// Returns true if the type is an integer type of any signedness.
pub fn is_integer(ty: Type) -> bool {
    ty.is_integer()
}

/// Returns true if the type is an unsigned integer type.
pub fn is_unsigned(ty: Type) -> bool {
    IntegerType::try_from(ty).is_ok_and(|ty| ty.is_unsigned())
}

/// Returns true if the type is a floating-point type of any format.
pub fn is_float(ty: Type) -> bool {
    ffi::is_float(ty)
}

/// Returns the element type of a complex type, or `None` for other types.
pub fn is_complex(ty: Type<'_>) -> Option<Type<'_>> {
    ffi::complex_element(ty)
}

/// Returns the width in bits of an integer or floating-point type. The width of a complex type
/// includes the real and the imaginary part. Any other type, such as `index`, counts as 64 bits.
pub fn element_width(ty: Type) -> u32 {
    if let Some(part) = is_complex(ty) {
        return 2 * element_width(part);
    }
    match IntegerType::try_from(ty) {
        Ok(integer) => integer.width(),
        Err(_) if is_float(ty) => ty.float_width(),
        Err(_) => 64,
    }
}

/// Returns the signless form of an integer type, or any other type itself. From level `linalg` on,
/// integers such as HLO's `ui8` are signless.
pub fn signless<'a>(context: &'a Context, ty: Type<'a>) -> Type<'a> {
    match IntegerType::try_from(ty) {
        Ok(integer) if !integer.is_signless() => int(context, integer.width()),
        _ => ty,
    }
}

/// Returns the tensor type with the shape of `ty` and a signless element type. A scalar type also
/// becomes signless.
pub fn tensor_type<'a>(context: &'a Context, ty: Type<'a>) -> Type<'a> {
    match Shaped::of(ty) {
        Some(shaped) => tensor(&shaped.shape, signless(context, shaped.element)),
        None => signless(context, ty),
    }
}

/// The shape and element type of a ranked tensor, memref or vector type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shaped<'a> {
    /// The size of each dimension. A dynamic size is [`Shaped::DYNAMIC`].
    pub shape: Vec<i64>,
    /// The element type of the tensor, memref or vector.
    pub element: Type<'a>,
}

impl<'a> Shaped<'a> {
    /// MLIR's value for a dynamic size.
    pub const DYNAMIC: i64 = i64::MIN;

    /// Reads a ranked shaped type. Returns `None` for other types.
    pub fn of(ty: Type<'a>) -> Option<Self> {
        ffi::shaped(ty).map(|(shape, element)| Self { shape, element })
    }

    /// Returns true if all sizes are static.
    pub fn is_static(&self) -> bool {
        self.shape.iter().all(|size| *size != Self::DYNAMIC)
    }

    /// Returns true if the shape is static and has no elements.
    pub fn is_empty(&self) -> bool {
        self.is_static() && self.shape.contains(&0)
    }

    /// Returns the number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Returns the number of elements. The shape must be static.
    pub fn elements(&self) -> i64 {
        self.shape.iter().product()
    }
}
