// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element types that are stored as integers, with conversions to and from numbers.

use super::quantized::Quantization;
use super::small_float::SmallFloats;
use crate::build::Hlo;
use hloom_dialects::shape::TensorType;
use hloom_ir::{Context, Type, Value};
use melior::ir::ValueLike;

/// Storage scheme of the elements of a tensor.
pub enum Scheme<'a> {
    /// Integers with a scale and a zero point.
    Quantized(Quantization<'a>),
    /// The bits of a float of at most 8 bits, in one byte.
    SmallFloat(SmallFloats),
}

impl<'a> Scheme<'a> {
    /// Returns the storage scheme of a tensor type, or `None` if elements are stored in their own
    /// type.
    pub fn of(ty: Type<'a>) -> Option<Self> {
        let tensor = TensorType::from_type(ty)?;
        let small = || SmallFloats::of(&tensor).map(Self::SmallFloat);
        Quantization::of(&tensor).map(Self::Quantized).or_else(small)
    }

    /// Returns false for small floats of less than 8 bits, whose storage type has more bits than
    /// their own type. Returns true for all other schemes.
    pub fn is_whole_bytes(&self) -> bool {
        match self {
            Self::Quantized(_) => true,
            Self::SmallFloat(floats) => floats.width() == 8,
        }
    }

    /// Returns the type of the numbers that values of type `ty` represent: `ty` itself unless it
    /// has a storage scheme.
    pub fn expressed(context: &'a Context, ty: Type<'a>) -> Type<'a> {
        Self::with_element(ty, |scheme| match scheme {
            Self::Quantized(quantization) => quantization.quantized.expressed,
            Self::SmallFloat(_) => Type::float32(context),
        })
    }

    /// Returns the type that stores values of type `ty`: `ty` itself unless it has a storage
    /// scheme.
    pub fn storage(context: &'a Context, ty: Type<'a>) -> Type<'a> {
        Self::with_element(ty, |scheme| match scheme {
            Self::Quantized(quantization) => quantization.storage(context),
            Self::SmallFloat(floats) => floats.storage(context),
        })
    }

    fn with_element(ty: Type<'a>, element: impl Fn(&Self) -> Type<'a>) -> Type<'a> {
        let scheme = Self::of(ty).zip(TensorType::from_type(ty));
        scheme.map_or(ty, |(scheme, tensor)| tensor.with_element(element(&scheme)).ty())
    }
}

/// Casts a value to the type of its stored integers. The cast remains until the pass replaces the
/// types of all values.
pub fn stored<'a>(hlo: Hlo<'a>, value: Value<'a>) -> Value<'a> {
    cast(hlo, value, Scheme::storage(hlo.at.context(), value.r#type()))
}

/// Casts a value between a type and its storage type. The cast is erased when types are replaced.
pub fn cast<'a>(hlo: Hlo<'a>, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    hlo.at.simple("builtin.unrealized_conversion_cast", &[value], ty)
}

/// Decodes a tensor to the numbers that it represents.
pub fn decoded<'a>(hlo: Hlo<'a>, value: Value<'a>) -> Value<'a> {
    match Scheme::of(value.r#type()) {
        None => value,
        Some(Scheme::Quantized(quantization)) => quantization.dequantize(hlo, stored(hlo, value)),
        Some(Scheme::SmallFloat(floats)) => floats.decode(hlo, stored(hlo, value)),
    }
}

/// Encodes numbers as a tensor of type `ty`. Returns `None` if the shape is dynamic.
pub fn encoded<'a>(hlo: Hlo<'a>, numbers: Value<'a>, ty: Type<'a>) -> Option<Value<'a>> {
    let Some(scheme) = Scheme::of(ty) else { return Some(numbers) };
    TensorType::from_type(numbers.r#type())?.static_dims()?;
    let stored = match scheme {
        Scheme::Quantized(quantization) => quantization.quantize(hlo, numbers),
        Scheme::SmallFloat(floats) => floats.encode(hlo, numbers),
    };
    Some(cast(hlo, stored, ty))
}
