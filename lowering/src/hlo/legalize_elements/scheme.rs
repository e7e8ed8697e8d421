// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Element types that are stored as integers, and what those stand for.

use super::quantized::Quantization;
use super::small_float::SmallFloats;
use crate::hlo::build::Hlo;
use crate::ir::{Context, Type, Value};
use hloom_dialects::shape::TensorType;
use melior::ir::ValueLike;

/// How the elements of a tensor are stored.
pub enum Scheme<'a> {
    /// As integers with a scale and a zero point.
    Quantized(Quantization<'a>),
    /// As the bits of a float, in a byte.
    SmallFloat(SmallFloats),
}

impl<'a> Scheme<'a> {
    /// How the elements of a tensor type are stored, if not as themselves.
    pub fn of(ty: Type<'a>) -> Option<Self> {
        let tensor = TensorType::from_type(ty)?;
        let small = || SmallFloats::of(&tensor).map(Self::SmallFloat);
        Quantization::of(&tensor).map(Self::Quantized).or_else(small)
    }

    /// Whether an element takes as many bits in a program as it does in memory.
    pub fn is_whole_bytes(&self) -> bool {
        match self {
            Self::Quantized(_) => true,
            Self::SmallFloat(floats) => floats.width() == 8,
        }
    }

    /// The type of the numbers that values of a type stand for.
    pub fn expressed(context: &'a Context, ty: Type<'a>) -> Type<'a> {
        Self::with_element(ty, |scheme| match scheme {
            Self::Quantized(quantization) => quantization.quantized.expressed,
            Self::SmallFloat(_) => Type::float32(context),
        })
    }

    /// The type of what values of a type are stored as.
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

/// What a value is stored as, in the program's types until all are replaced.
pub fn stored<'a>(hlo: Hlo<'a>, value: Value<'a>) -> Value<'a> {
    cast(hlo, value, Scheme::storage(hlo.at.context(), value.r#type()))
}

/// A value between types, one of which is still to become the other.
pub fn cast<'a>(hlo: Hlo<'a>, value: Value<'a>, ty: Type<'a>) -> Value<'a> {
    hlo.at.simple("builtin.unrealized_conversion_cast", &[value], ty)
}

/// The numbers that a tensor stands for.
pub fn decoded<'a>(hlo: Hlo<'a>, value: Value<'a>) -> Value<'a> {
    match Scheme::of(value.r#type()) {
        None => value,
        Some(Scheme::Quantized(quantization)) => quantization.dequantize(hlo, stored(hlo, value)),
        Some(Scheme::SmallFloat(floats)) => floats.decode(hlo, stored(hlo, value)),
    }
}

/// Numbers as a tensor of a type; nothing if its sizes are not known.
pub fn encoded<'a>(hlo: Hlo<'a>, numbers: Value<'a>, ty: Type<'a>) -> Option<Value<'a>> {
    let Some(scheme) = Scheme::of(ty) else { return Some(numbers) };
    TensorType::from_type(numbers.r#type())?.static_dims()?;
    let stored = match scheme {
        Scheme::Quantized(quantization) => quantization.quantize(hlo, numbers),
        Scheme::SmallFloat(floats) => floats.encode(hlo, numbers),
    };
    Some(cast(hlo, stored, ty))
}
