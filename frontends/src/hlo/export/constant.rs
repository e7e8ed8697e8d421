// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of constants to literals.

use super::error::ExportResult;
use super::exporter::Exporter;
use super::scope::{Scope, key};
use super::shapes::shape;
use hloom_dialects::Op;
use hloom_dialects::attributes::dense_elements;
use hloom_dialects::dense;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{HloInstructionProto, LiteralProto, ShapeProto};
use melior::ir::{Attribute, AttributeLike, Value};

impl Exporter {
    /// Adds a constant to a computation and returns the ID of the instruction. A splat becomes a
    /// broadcast of a scalar constant.
    pub fn constant(&mut self, scope: &mut Scope, value: Attribute<'_>) -> ExportResult<i64> {
        let shape = shape(value.r#type())?;
        let missing = "the elements of a constant are missing or do not match its type";
        let dense = dense_elements(value).ok_or(missing)?;
        let (bytes, is_splat) = match dense::booleans_of(dense) {
            Some(booleans) => {
                (booleans.data.into_iter().map(u8::from).collect(), booleans.is_splat)
            }
            None => {
                let elements = dense::bytes_of(dense).ok_or(missing)?;
                (elements.data.to_vec(), elements.is_splat)
            }
        };
        let is_one = is_splat && !shape.dimensions.is_empty();
        let literal =
            if is_one { ShapeProto::array(shape.element_type(), []) } else { shape.clone() };
        let made = self.literal(scope, literal, bytes)?;
        Ok(if is_one { self.apply(scope, Opcode::Broadcast, &[made], shape) } else { made })
    }

    /// Adds a constant to a computation, given its bytes in row-major order, and returns the ID of
    /// the instruction.
    pub fn literal(
        &mut self,
        scope: &mut Scope,
        shape: ShapeProto,
        bytes: Vec<u8>,
    ) -> ExportResult<i64> {
        let literal = LiteralProto::from_row_major_bytes(shape.clone(), bytes);
        let literal = literal.map_err(|error| error.to_string())?;
        let constant = HloInstructionProto {
            opcode: Opcode::Constant.name().to_owned(),
            literal: Some(literal.into()),
            ..HloInstructionProto::default()
        };
        Ok(self.add(scope, constant, shape))
    }

    /// Copies a constant from outside a computation into the computation, and returns the ID of the
    /// copy.
    ///
    /// HLO computations cannot use values from outside. Returns `None` if the value is not a
    /// constant.
    pub fn constant_again(
        &mut self,
        scope: &mut Scope,
        value: Value<'_, '_>,
    ) -> ExportResult<Option<i64>> {
        if let Some(made) = scope.constants.get(&key(value)) {
            return Ok(Some(*made));
        }
        let Some(attribute) = constant_of(value) else { return Ok(None) };
        let made = self.constant(scope, attribute)?;
        scope.constants.insert(key(value), made);
        Ok(Some(made))
    }
}

/// Returns the attribute of the constant that defines a value, or `None` for other values.
pub fn constant_of<'c>(value: Value<'c, '_>) -> Option<Attribute<'c>> {
    let result = melior::ir::operation::OperationResult::try_from(value).ok()?;
    let view = OpView::from_operation(result.owner())?;
    if view.op() == Op::StablehloConstant { view.attribute("value") } else { None }
}
