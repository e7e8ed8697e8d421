// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Constants as literals.

use super::scope::{Scope, key};
use super::shapes::shape;
use super::{Exporter, Outcome};
use hloom_dialects::attributes::dense_elements;
use hloom_dialects::dense;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::{HloInstructionProto, LiteralProto, ShapeProto};
use melior::ir::{Attribute, AttributeLike, Value};

impl Exporter {
    /// A constant: one element is broadcast where all are the same.
    pub fn constant(&mut self, scope: &mut Scope, value: Attribute<'_>) -> Outcome<i64> {
        let shape = shape(value.r#type())?;
        let missing = "its elements are missing, or not as many as its type has";
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

    /// A literal of elements of which the last dimension varies fastest.
    pub fn literal(
        &mut self,
        scope: &mut Scope,
        shape: ShapeProto,
        bytes: Vec<u8>,
    ) -> Outcome<i64> {
        let literal = LiteralProto::from_row_major_bytes(shape.clone(), bytes);
        let literal = literal.map_err(|error| error.to_string())?;
        let constant = HloInstructionProto {
            opcode: Opcode::Constant.name().to_owned(),
            literal: Some(literal.into()),
            ..HloInstructionProto::default()
        };
        Ok(self.add(scope, constant, shape))
    }

    /// A value from outside of a computation, if it is a constant, which is made in it.
    pub fn constant_again(
        &mut self,
        scope: &mut Scope,
        value: Value<'_, '_>,
    ) -> Outcome<Option<i64>> {
        if let Some(made) = scope.constants.get(&key(value)) {
            return Ok(Some(*made));
        }
        let Some(attribute) = constant_of(value) else { return Ok(None) };
        let made = self.constant(scope, attribute)?;
        scope.constants.insert(key(value), made);
        Ok(Some(made))
    }
}

/// The attribute of the constant that a value is the result of.
pub fn constant_of<'c>(value: Value<'c, '_>) -> Option<Attribute<'c>> {
    let result = melior::ir::operation::OperationResult::try_from(value).ok()?;
    let view = OpView::from_operation(result.owner())?;
    if view.op().name() == "stablehlo.constant" { view.attribute("value") } else { None }
}
