// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Import of random number generation from HLO.

use super::body::{Body, New, Outcome};
use super::make;
use super::tree::Tree;
use crate::ffi;
use hloom_dialects::Op;
use hloom_hlo::Instruction;
use melior::ir::r#type::IntegerType;

/// Converts the generation of random numbers. StableHLO's operation takes the sizes as an operand.
pub fn rng<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let context = body.context();
    let shape = instruction.shape();
    if shape.is_dynamic_dimension.contains(&true) {
        return Err("expected random numbers of static shape, found a dynamic dimension".into());
    }
    let element = IntegerType::new(context, 64).into();
    let rank = [shape.dimensions.len() as i64];
    let ty = ffi::tensor_type(context, &rank, element, None)
        .ok_or("internal error: cannot build the type of the operand `shape`")?;
    let sizes = make::tensor(context, &rank, element, shape.dimensions.iter().copied())?;
    let new = New::plain(Op::StablehloConstant, Vec::new(), vec![ty], &[("value", sizes)]);
    let sizes = body.emit_one(new)?;
    let mut operands = body.operands(instruction)?;
    operands.push(sizes);
    body.operation_with(instruction, Op::StablehloRng, operands, shape)
}

/// Converts the generation of random bits. HLO may omit the new state from the result.
pub fn rng_bit_generator<'c, 'm>(
    body: &Body<'_, 'c, 'm>,
    instruction: Instruction<'m>,
) -> Outcome<'c> {
    let op = Op::StablehloRngBitGenerator;
    if instruction.shape().is_tuple() {
        return body.operation(instruction, op);
    }
    let state = instruction.operand(0).ok_or("expected a state operand")?;
    let mut results = body.importer.leaf_types(state.shape())?;
    results.extend(body.importer.leaf_types(instruction.shape())?);
    let operands = body.operands(instruction)?;
    let values = body.raw_operation(instruction, op, operands, results)?;
    let missing = "internal error: the built operation has no results";
    Ok(Tree::Leaf(*values.last().ok_or(missing)?))
}
