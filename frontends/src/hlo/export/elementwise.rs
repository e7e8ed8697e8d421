// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations of the elements of tensors; and all others that have nothing but operands.

use super::instruction::{Made, instruction};
use super::scope::Scope;
use super::{Exporter, Outcome, Refusal};
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

/// The instruction of the same name as an operation that has nothing but operands and an accuracy.
fn plain(op: Op) -> Option<Opcode> {
    let facts = op.facts();
    let is_plain = facts.attributes.iter().all(|facts| facts.name == "result_accuracy");
    if !is_plain || !facts.regions.is_empty() {
        return None;
    }
    match op {
        // HLO's takes each size by itself.
        Op::StablehloDynamicReshape => None,
        Op::StablehloCreateToken => Some(Opcode::AfterAll),
        _ => op.mnemonic().replace('_', "-").parse().ok(),
    }
}

impl Exporter {
    pub(super) fn elementwise(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
    ) -> Outcome<Option<Made>> {
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

    /// Makes operands as large as the result that are one element for all.
    fn broadcast_scalars(
        &mut self,
        scope: &mut Scope,
        view: &OpView<'_, '_>,
        operands: &mut [i64],
    ) -> Outcome<()> {
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

fn compare(view: &OpView<'_, '_>) -> Outcome<HloInstructionProto> {
    let direction: ComparisonDirection = view.typed("comparison_direction")?;
    let comparison_type = match view.optional_typed("compare_type") {
        None | Some(ComparisonType::Notype) => match view.tensor(0)?.element_type() {
            ElementType::Float(_) | ElementType::Complex(_) => "FLOAT",
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

/// How accurate a result has to be, if something is said of it.
fn accuracy(view: &OpView<'_, '_>) -> Outcome<Option<Accuracy>> {
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
        None => return Err(Refusal("its accuracy has no mode".to_owned())),
    };
    Ok(Some(Accuracy { specs: Some(specs) }))
}
