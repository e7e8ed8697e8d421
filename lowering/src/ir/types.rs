// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Making and reading types.

use super::{Attribute, Context, Type};
use crate::ffi;
use melior::ir::TypeLike;
use melior::ir::r#type::{IntegerType, MemRefType, RankedTensorType};

/// `index`.
pub fn index(context: &Context) -> Type<'_> {
    Type::index(context)
}

/// A signless integer of `bits` bits.
pub fn int(context: &Context, bits: u32) -> Type<'_> {
    IntegerType::new(context, bits).into()
}

/// `f16`.
pub fn f16(context: &Context) -> Type<'_> {
    Type::float16(context)
}

/// `bf16`.
pub fn bf16(context: &Context) -> Type<'_> {
    Type::bfloat16(context)
}

/// `f32`.
pub fn f32(context: &Context) -> Type<'_> {
    Type::float32(context)
}

/// `f64`.
pub fn f64(context: &Context) -> Type<'_> {
    Type::float64(context)
}

/// `complex<element>`.
pub fn complex<'a>(element: Type<'a>) -> Type<'a> {
    ffi::complex_type(element)
}

/// A ranked tensor of static shape.
pub fn tensor<'a>(shape: &[i64], element: Type<'a>) -> Type<'a> {
    let shape: Vec<u64> = shape.iter().map(|size| *size as u64).collect();
    RankedTensorType::new(&shape, element, None).into()
}

/// A memref of static shape and identity layout.
pub fn memref<'a>(shape: &[i64], element: Type<'a>) -> Type<'a> {
    MemRefType::new(element, shape, None, None).into()
}

/// A memref with an explicit layout attribute.
pub fn memref_with_layout<'a>(shape: &[i64], element: Type<'a>, layout: Attribute<'a>) -> Type<'a> {
    MemRefType::new(element, shape, Some(layout), None).into()
}

/// The element of a shaped type; any other type itself.
pub fn element_of<'a>(ty: Type<'a>) -> Type<'a> {
    Shaped::of(ty).map_or(ty, |shaped| shaped.element)
}

/// A fixed-length vector.
pub fn vector<'a>(shape: &[i64], element: Type<'a>) -> Type<'a> {
    let shape: Vec<u64> = shape.iter().map(|size| *size as u64).collect();
    Type::vector(&shape, element)
}

/// `element`, or a vector or tensor of it in the shape of `like`.
pub fn like<'a>(like: Type<'a>, element: Type<'a>) -> Type<'a> {
    match Shaped::of(like) {
        Some(shaped) if like.is_vector() => vector(&shaped.shape, element),
        Some(shaped) => tensor(&shaped.shape, element),
        None => element,
    }
}

/// Whether the type is `index`.
pub fn is_index(ty: Type) -> bool {
    ty.is_index()
}

/// Whether the type is an integer of any signedness.
pub fn is_integer(ty: Type) -> bool {
    ty.is_integer()
}

/// Whether the type is an unsigned integer.
pub fn is_unsigned(ty: Type) -> bool {
    IntegerType::try_from(ty).is_ok_and(|ty| ty.is_unsigned())
}

/// Whether the type is a float of any format.
pub fn is_float(ty: Type) -> bool {
    ffi::is_float(ty)
}

/// The element of a complex type.
pub fn is_complex(ty: Type<'_>) -> Option<Type<'_>> {
    ffi::complex_element(ty)
}

/// The width in bits of an integer or float type; of a complex type, both parts'.
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

/// The type with signedness dropped: what HLO's `ui8` is from linalg down.
pub fn signless<'a>(context: &'a Context, ty: Type<'a>) -> Type<'a> {
    match IntegerType::try_from(ty) {
        Ok(integer) if !integer.is_signless() => int(context, integer.width()),
        _ => ty,
    }
}

/// The tensor type with its element's signedness dropped.
pub fn tensor_type<'a>(context: &'a Context, ty: Type<'a>) -> Type<'a> {
    match Shaped::of(ty) {
        Some(shaped) => tensor(&shaped.shape, signless(context, shaped.element)),
        None => signless(context, ty),
    }
}

/// The shape and element of a ranked tensor, memref or vector type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shaped<'a> {
    /// Sizes by dimension; a dynamic size is [`Shaped::DYNAMIC`].
    pub shape: Vec<i64>,
    /// The element type.
    pub element: Type<'a>,
}

impl<'a> Shaped<'a> {
    /// MLIR's mark of a dynamic size.
    pub const DYNAMIC: i64 = i64::MIN;

    /// Reads a ranked shaped type.
    pub fn of(ty: Type<'a>) -> Option<Self> {
        ffi::shaped(ty).map(|(shape, element)| Self { shape, element })
    }

    /// Whether all sizes are known.
    pub fn is_static(&self) -> bool {
        self.shape.iter().all(|size| *size != Self::DYNAMIC)
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The number of elements; meaningful for static shapes.
    pub fn elements(&self) -> i64 {
        self.shape.iter().product()
    }
}
