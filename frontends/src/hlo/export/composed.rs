// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of operations that become several HLO instructions.

use super::error::ExportResult;
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::scope::Scope;
use super::shapes::shape;
use hloom_dialects::Op;
use hloom_dialects::op_view::OpView;
use hloom_hlo::proto::{HloInstructionProto, LiteralProto, ShapeProto};
use hloom_hlo::{ElementClass, Opcode};

impl Exporter {
    /// Converts an operation that becomes several HLO instructions; returns `None` for other
    /// operations.
    pub(super) fn composed(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> ExportResult<Option<Converted>> {
        let class = |shape: &ShapeProto| shape.element_type().class();
        Ok(Some(Converted::Results(vec![match view.op() {
            // From complex to another class of elements: HLO converts only the real part.
            Op::StablehloConvert => {
                let operand = self.value(scope, view.operand(0)?)?;
                let (source, result) = (scope.shape(operand), shape(view.result_type(0)?)?);
                if class(&source) != Some(ElementClass::Complex) || class(&result) == class(&source)
                {
                    return Ok(None);
                }
                let part = view.tensor(0)?.element();
                let part = hloom_dialects::shape::complex_part(part)
                    .ok_or("expected a complex operand")?;
                let part = hloom_dialects::element::ElementType::from_type(part);
                let part =
                    super::shapes::element_type(part).ok_or("HLO has no such element type")?;
                let real = ShapeProto { element_type: part.into(), ..source };
                let real = self.apply(scope, Opcode::Real, &[operand], real);
                self.apply(scope, Opcode::Convert, &[real], result)
            }
            // atan(x) = atan2(x, 1)
            Op::ChloAtan => {
                let operand = self.value(scope, view.operand(0)?)?;
                let one = self.number(scope, operand, 1)?;
                let shape = scope.shape(operand);
                self.apply(scope, Opcode::Atan2, &[operand, one], shape)
            }
            // is_inf(x) = |x| == 1 / 0
            Op::ChloIsInf => {
                let operand = self.value(scope, view.operand(0)?)?;
                let (one, zero) =
                    (self.number(scope, operand, 1)?, self.number(scope, operand, 0)?);
                let source = scope.shape(operand);
                let infinity = self.apply(scope, Opcode::Divide, &[one, zero], source.clone());
                let size = self.apply(scope, Opcode::Abs, &[operand], source);
                let compare = HloInstructionProto {
                    comparison_direction: "EQ".to_owned(),
                    comparison_type: "FLOAT".to_owned(),
                    operand_ids: vec![size, infinity],
                    ..instruction(Opcode::Compare)
                };
                self.add(scope, compare, shape(view.result_type(0)?)?)
            }
            _ => return Ok(None),
        }])))
    }

    /// Adds instructions that fill an array with `number`, and returns the ID of the array. The
    /// array has the element type and shape of the value `like`.
    fn number(&mut self, scope: &mut Scope, like: i64, number: u8) -> ExportResult<i64> {
        use hloom_hlo::PrimitiveType::U8;
        let shape = scope.shape(like);
        let literal = LiteralProto::from_bytes(ShapeProto::array(U8, []), vec![number]);
        let constant = HloInstructionProto {
            literal: Some(literal.map_err(|error| error.to_string())?.into()),
            ..instruction(Opcode::Constant)
        };
        let constant = self.add(scope, constant, ShapeProto::array(U8, []));
        let scalar = ShapeProto::array(shape.element_type(), []);
        let scalar = self.apply(scope, Opcode::Convert, &[constant], scalar);
        Ok(self.apply(scope, Opcode::Broadcast, &[scalar], shape))
    }
}
