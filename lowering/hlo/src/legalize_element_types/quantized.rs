// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between the integers of quantized tensors and the numbers that they represent
//! (specification, "Notation", section "Quantization computations").

use crate::build::Hlo;
use hloom_dialects::element::ElementType;
use hloom_dialects::quantized::Quantized;
use hloom_dialects::shape::TensorType;
use hloom_ir::integer_type;
use hloom_ir::{self as ir, Attribute, Context, Type, Value};
use melior::ir::ValueLike;

/// The quantization parameters of a tensor.
pub struct Quantization<'a> {
    pub quantized: Quantized<'a>,
}

impl<'a> Quantization<'a> {
    /// Returns the quantization of a tensor type, or `None` if it is not quantized.
    pub fn of(tensor: &TensorType<'a>) -> Option<Self> {
        Some(Self { quantized: tensor.quantized()? })
    }

    /// Returns the type of the stored integers in StableHLO.
    pub fn storage(&self, context: &'a Context) -> Type<'a> {
        let width = ElementType::from_type(self.quantized.storage).width().unwrap_or(8);
        integer_type(context, width, self.quantized.signed)
    }

    /// Returns `stored - zero_point` as `i32`, or as `i64` for a storage type of more than 16
    /// bits.
    pub fn centered(&self, hlo: Hlo<'a>, stored: Value<'a>) -> Value<'a> {
        let context = hlo.at.context();
        let narrow = ElementType::from_type(self.quantized.storage).width() <= Some(16);
        let wide = hlo.convert(stored, ir::int(context, if narrow { 32 } else { 64 }));
        if self.quantized.zero_points.iter().all(|zero| *zero == 0) {
            return wide;
        }
        let points = self.quantized.zero_points.iter().map(|zero| Parameter::Integer(*zero));
        hlo.binary("subtract", wide, self.broadcast(hlo, points, wide))
    }

    /// Returns `(stored - zero_point) * scale`.
    pub fn dequantize(&self, hlo: Hlo<'a>, stored: Value<'a>) -> Value<'a> {
        let floats = hlo.convert(self.centered(hlo, stored), self.quantized.expressed);
        hlo.binary("multiply", floats, self.scales(hlo, floats))
    }

    /// Returns `round(clamp(number / scale + zero_point))`, where ties go to the even integer.
    pub fn quantize(&self, hlo: Hlo<'a>, numbers: Value<'a>) -> Value<'a> {
        let Quantized { zero_points, storage_min, storage_max, .. } = &self.quantized;
        let scaled = hlo.binary("divide", numbers, self.scales(hlo, numbers));
        let points = zero_points.iter().map(|zero| Parameter::Float(*zero as f64));
        let shifted = if zero_points.iter().all(|zero| *zero == 0) {
            scaled
        } else {
            hlo.binary("add", scaled, self.broadcast(hlo, points, scaled))
        };
        let scalar = ir::tensor(&[], ir::element_of(numbers.r#type()));
        let limit = |limit: &i64| hlo.float(*limit as f64, scalar);
        let operands = [limit(storage_min), shifted, limit(storage_max)];
        let clamped = hlo.at.simple("stablehlo.clamp", &operands, shifted.r#type());
        let rounded = hlo.unary("round_nearest_even", clamped);
        hlo.convert(rounded, self.storage(hlo.at.context()))
    }

    /// Returns the scales, broadcast to the shape of `like`.
    fn scales(&self, hlo: Hlo<'a>, like: Value<'a>) -> Value<'a> {
        self.broadcast(
            hlo,
            self.quantized.scales.iter().map(|scale| Parameter::Float(*scale)),
            like,
        )
    }

    /// Broadcasts parameters to the shape of `like`. There is one parameter for all elements, or
    /// one for each index of the quantized axis.
    fn broadcast(
        &self,
        hlo: Hlo<'a>,
        parameters: impl Iterator<Item = Parameter>,
        like: Value<'a>,
    ) -> Value<'a> {
        let ty = like.r#type();
        let context = hlo.at.context();
        let element = ir::element_of(ty);
        let attributes: Vec<_> = parameters
            .map(|parameter| match parameter {
                Parameter::Integer(value) => ir::int_attr(element, value),
                Parameter::Float(value) => ir::float_attr(context, element, value),
            })
            .collect();
        match (self.quantized.axis, &attributes[..]) {
            (None, [one]) => hlo.constant(ir::splat_attribute(ty, *one), ty),
            (axis, _) => along(hlo, &attributes, i64::from(axis.unwrap_or(0)), like),
        }
    }
}

/// Broadcasts elements to the shape of `like`. There is one element for each index of `dimension`.
pub fn along<'a>(
    hlo: Hlo<'a>,
    elements: &[Attribute<'a>],
    dimension: i64,
    like: Value<'a>,
) -> Value<'a> {
    let line = ir::tensor(&[elements.len() as i64], ir::element_of(like.r#type()));
    let line = hlo.constant(ir::dense_elements(line, elements), line);
    hlo.broadcast(line, &[dimension], &ir::shape_of(like))
}

enum Parameter {
    Integer(i64),
    Float(f64),
}
