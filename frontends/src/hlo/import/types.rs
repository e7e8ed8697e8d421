// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of shapes to types.

use super::importer::Importer;
use super::tree::leaf_shapes;
use crate::ffi;
use hloom_dialects::attributes::bounds_attribute;
use hloom_hlo::proto::ShapeProto;
use hloom_hlo::{PrimitiveType, UNBOUNDED};
use hloom_values::ElementType;
use melior::ir::Type;

/// Returns the MLIR assembly of an element type or of the token type, or `None` if StableHLO has no
/// equivalent.
fn text(element: PrimitiveType) -> Option<&'static str> {
    match element {
        PrimitiveType::Token => Some("!stablehlo.token"),
        _ => element.element_type().map(ElementType::name),
    }
}

impl<'c> Importer<'c, '_> {
    /// Returns the MLIR type of an element type, or of the token type.
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
            format!("invalid shape {sizes:?}, element type `{element}` or bounds of a tensor type")
        })
    }

    /// Returns the MLIR types of a shape's leaves.
    ///
    /// # Errors
    /// Fails if StableHLO has no equivalent of one of the types.
    pub fn leaf_types(&self, shape: &ShapeProto) -> Result<Vec<Type<'c>>, String> {
        leaf_shapes(shape).into_iter().map(|shape| self.leaf_type(shape)).collect()
    }
}
