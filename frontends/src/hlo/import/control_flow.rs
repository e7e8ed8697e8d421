// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of conditionals and scans from HLO. A `while` is converted to the operation of the same
//! name.

use super::body::{Body, New, Outcome};
use super::tree::{Tree, leaf_shapes};
use super::{annotations, attributes};
use hloom_dialects::Op;
use hloom_hlo::{Instruction, PrimitiveType};
use melior::ir::attribute::DenseI32ArrayAttribute;

/// Converts a conditional. Its regions capture the arguments of the branch computations.
pub fn conditional<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let selector = instruction.operand(0).ok_or("operand 0 is missing")?.shape().element_type();
    let op = match selector {
        PrimitiveType::Pred => Op::StablehloIf,
        _ => Op::StablehloCase,
    };
    let branches: Vec<_> = instruction.called_computations().collect();
    if instruction.proto().operand_ids.len() != branches.len() + 1 {
        return Err("expected one operand per branch".into());
    }
    let mut regions = Vec::with_capacity(branches.len());
    for (number, branch) in branches.into_iter().enumerate() {
        let value = body.operand(instruction, number + 1)?;
        regions.push(body.region_with(branch, vec![value])?);
    }
    let results = body.emit(New {
        name: op.name(),
        operands: vec![body.operand(instruction, 0)?.leaf()?],
        results: body.importer.leaf_types(instruction.shape())?,
        attributes: annotations::of(body.context(), instruction),
        regions,
    })?;
    Ok(Tree::of(instruction.shape(), &mut results.into_iter())?)
}

/// Converts a scan, whose last operands and results are the carried values.
pub fn scan<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let carried = i32::try_from(instruction.proto().num_carries).unwrap_or(-1);
    let operands = body.operands(instruction)?;
    let segments = |count: usize| {
        let others = i32::try_from(count).unwrap_or(-1).checked_sub(carried);
        let others = others.filter(|others| *others >= 0 && carried >= 0);
        let others = others
            .ok_or_else(|| format!("expected at most {count} carried values, found {carried}"))?;
        let sizes = DenseI32ArrayAttribute::new(body.context(), &[others, carried]);
        Ok::<_, String>(sizes.into())
    };
    let op = Op::ChloScan;
    let mut attributes = attributes::of(body.importer, op, instruction)?;
    attributes.extend(annotations::of(body.context(), instruction));
    let count = leaf_shapes(instruction.shape()).len();
    attributes.push(("operandSegmentSizes".to_owned(), segments(operands.len())?));
    attributes.push(("resultSegmentSizes".to_owned(), segments(count)?));
    let computation =
        instruction.called_computations().next().ok_or("expected a called computation")?;
    let results = body.emit(New {
        name: op.name(),
        operands,
        results: body.importer.leaf_types(instruction.shape())?,
        attributes,
        regions: vec![body.region(computation)?],
    })?;
    Ok(Tree::of(instruction.shape(), &mut results.into_iter())?)
}
