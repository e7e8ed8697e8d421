// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Elementwise operations, and all other operations without attributes and regions.

use super::error::{ExportError, ExportResult};
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::scope::Scope;
use hloom_dialects::Op;
use hloom_dialects::attributes::stablehlo::{
    ComparisonDirection, ComparisonType, ResultAccuracy, ResultAccuracyMode,
};
use hloom_dialects::element::ElementType;
use hloom_dialects::op_view::OpView;
use hloom_hlo::Opcode;
use hloom_hlo::proto::result_accuracy::{Mode, Specs, Tolerance};
use hloom_hlo::proto::{HloInstructionProto, ResultAccuracy as Accuracy, ShapeProto};
use melior::ir::attribute::FloatAttribute;

/// Returns the opcode of an operation without regions and without attributes other than a result
/// accuracy, or `None` for other operations.
fn plain(op: Op) -> Option<Opcode> {
    let facts = op.facts();
    let is_plain = facts.attributes.iter().all(|facts| facts.name == "result_accuracy");
    if !is_plain || !facts.regions.is_empty() {
        return None;
    }
    match op {
        Op::StablehloCreateToken => Some(Opcode::AfterAll),
        _ => op.facts().opcode?.parse().ok(),
    }
}

impl Exporter {
    pub(super) fn elementwise(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> ExportResult<Option<Converted>> {
        let op = view.op();
        let mut made = match op {
            Op::StablehloCompare => compare(view)?,
            Op::StablehloReducePrecision => HloInstructionProto {
                exponent_bits: view.integer("exponent_bits")? as i32,
                mantissa_bits: view.integer("mantissa_bits")? as i32,
                ..instruction(Opcode::ReducePrecision)
            },
            _ => match plain(op) {
                Some(opcode) => instruction(opcode),
                None => return Ok(None),
            },
        };
        made.result_accuracy = accuracy(view)?.map(Into::into);
        if matches!(op, Op::StablehloSelect | Op::StablehloClamp) {
            made.operand_ids = self.values(scope, view.operands().iter().copied())?;
            self.broadcast_scalars(scope, view, &mut made.operand_ids)?;
        }
        Ok(Some(made.into()))
    }

    /// Broadcasts scalar operands to the shape of the result, as HLO requires.
    fn broadcast_scalars(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
        operands: &mut [i64],
    ) -> ExportResult<()> {
        let result = super::shapes::shape(view.result_type(0)?)?;
        for operand in operands {
            let shape = scope.shape(*operand);
            if shape.dimensions.is_empty() && !result.dimensions.is_empty() {
                let broadcast = ShapeProto { element_type: shape.element_type, ..result.clone() };
                *operand = self.apply(scope, Opcode::Broadcast, &[*operand], broadcast);
            }
        }
        Ok(())
    }
}

fn compare(view: &OpView<'_, '_>) -> ExportResult<HloInstructionProto> {
    let direction: ComparisonDirection = view.typed("comparison_direction")?;
    let comparison_type = match view.optional_typed("compare_type") {
        None | Some(ComparisonType::Notype) => match view.tensor(0)?.element_type() {
            ElementType::Float(_) | ElementType::Tf32 | ElementType::Complex(_) => "FLOAT",
            ElementType::Signed(_) => "SIGNED",
            _ => "UNSIGNED",
        },
        Some(given) => given.as_str(),
    };
    Ok(HloInstructionProto {
        comparison_direction: direction.as_str().to_owned(),
        comparison_type: comparison_type.to_owned(),
        ..instruction(Opcode::Compare)
    })
}

/// Returns the accuracy that an operation requires of its result, or `None` if it is the default.
fn accuracy(view: &OpView<'_, '_>) -> ExportResult<Option<Accuracy>> {
    let Some(accuracy) = view.optional_typed::<ResultAccuracy<'_>>("result_accuracy") else {
        return Ok(None);
    };
    let mode = accuracy.mode.and_then(ResultAccuracyMode::from_attribute);
    let number = |attribute: Option<melior::ir::Attribute<'_>>| {
        attribute.and_then(|it| FloatAttribute::try_from(it).ok()).map_or(0.0, |it| it.value())
    };
    let specs = match mode {
        Some(ResultAccuracyMode::Default) => return Ok(None),
        Some(ResultAccuracyMode::Highest) => Specs::Mode(Mode::Highest.into()),
        Some(ResultAccuracyMode::Tolerance) => Specs::Tolerance(Tolerance {
            atol: number(accuracy.atol),
            rtol: number(accuracy.rtol),
            ulps: accuracy.ulps,
        }),
        None => return Err(ExportError("expected a known mode in `result_accuracy`".to_owned())),
    };
    Ok(Some(Accuracy { specs: Some(specs) }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_dialects::op::OPS;

    #[test]
    fn opcodes_have_the_result_accuracy_of_their_operations() {
        for op in OPS {
            let Some(opcode) = plain(op) else { continue };
            let has_accuracy = !op.facts().attributes.is_empty();
            assert!(!has_accuracy || opcode.has_result_accuracy(), "{op}, {opcode}");
        }
    }
}
