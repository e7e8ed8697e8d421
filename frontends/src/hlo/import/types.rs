// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of shapes to types.

use super::importer::Importer;
use super::tree::leaf_shapes;
use crate::ffi;
use hloom_dialects::attributes::bounds_attribute;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{PrimitiveType, UNBOUNDED};
use melior::ir::Type;

/// Returns the MLIR assembly of an element type or a token, or `None` if StableHLO has no
/// equivalent.
fn text(element: PrimitiveType) -> Option<&'static str> {
    use PrimitiveType as P;
    Some(match element {
        P::Pred => "i1",
        P::S2 => "i2",
        P::S4 => "i4",
        P::S8 => "i8",
        P::S16 => "i16",
        P::S32 => "i32",
        P::S64 => "i64",
        P::U2 => "ui2",
        P::U4 => "ui4",
        P::U8 => "ui8",
        P::U16 => "ui16",
        P::U32 => "ui32",
        P::U64 => "ui64",
        P::F4e2m1fn => "f4E2M1FN",
        P::F6e2m3fn => "f6E2M3FN",
        P::F6e3m2fn => "f6E3M2FN",
        P::F8e3m4 => "f8E3M4",
        P::F8e4m3 => "f8E4M3",
        P::F8e4m3b11fnuz => "f8E4M3B11FNUZ",
        P::F8e4m3fn => "f8E4M3FN",
        P::F8e4m3fnuz => "f8E4M3FNUZ",
        P::F8e5m2 => "f8E5M2",
        P::F8e5m2fnuz => "f8E5M2FNUZ",
        P::F8e8m0fnu => "f8E8M0FNU",
        P::Bf16 => "bf16",
        P::F16 => "f16",
        P::F32 => "f32",
        P::F64 => "f64",
        P::C64 => "complex<f32>",
        P::C128 => "complex<f64>",
        P::Token => "!stablehlo.token",
        _ => return None,
    })
}

impl<'c> Importer<'c, '_> {
    /// Returns the MLIR type of elements, or of tokens.
    ///
    /// # Errors
    /// Fails if StableHLO has no such type.
    pub fn element_type(&self, element: PrimitiveType) -> Result<Type<'c>, String> {
        if let Some(known) = self.element_types.borrow().get(&element) {
            return Ok(*known);
        }
        let none = || {
            let name = element.hlo_name().unwrap_or(element.as_str_name());
            format!("StableHLO has no type `{name}`")
        };
        let ty = text(element).and_then(|text| Type::parse(self.context, text));
        let ty = ty.ok_or_else(none)?;
        self.element_types.borrow_mut().insert(element, ty);
        Ok(ty)
    }

    /// Returns the MLIR type of an array or a token.
    ///
    /// # Errors
    /// Fails if StableHLO has no such type.
    pub fn leaf_type(&self, shape: &ShapeProto) -> Result<Type<'c>, String> {
        let element = self.element_type(shape.element_type())?;
        if !shape.is_array() {
            return Ok(element);
        }
        let is_dynamic = |(dimension, _): &(usize, &i64)| shape.is_dynamic(*dimension);
        let dimensions = || shape.dimensions.iter().enumerate();
        let sizes: Vec<i64> =
            dimensions().map(|it| if is_dynamic(&it) { UNBOUNDED } else { *it.1 }).collect();
        let bounds: Vec<Option<i64>> = dimensions()
            .map(|it| (is_dynamic(&it) && *it.1 != UNBOUNDED).then_some(*it.1))
            .collect();
        let has_bounds = bounds.iter().any(Option::is_some);
        let bounds = has_bounds.then(|| bounds_attribute(self.context, &bounds));
        ffi::tensor_type(self.context, &sizes, element, bounds).ok_or_else(|| {
            format!("invalid tensor type of shape {sizes:?} and element type `{element}`")
        })
    }

    /// Returns the MLIR types of a shape's leaves.
    ///
    /// # Errors
    /// Fails if StableHLO has no equivalent of one of them.
    pub fn leaf_types(&self, shape: &ShapeProto) -> Result<Vec<Type<'c>>, String> {
        leaf_shapes(shape).into_iter().map(|shape| self.leaf_type(shape)).collect()
    }
}
