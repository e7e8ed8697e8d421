// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies instructions, and the numbering of parameters.

use super::error::VerifyError;
use super::{attributes, calls, shapes};
use crate::index::{ComputationIndex, Index};
use crate::opcode::Opcode;
use crate::proto::{HloComputationProto, HloInstructionProto};

/// Verifies an instruction and returns its opcode. `before` is the index of the preceding
/// instructions of the computation, the only instructions that this instruction may use.
pub fn verify(
    instruction: &HloInstructionProto,
    computation: &HloComputationProto,
    before: &ComputationIndex,
    index: &Index,
) -> Result<Opcode, VerifyError> {
    let opcode: Opcode = instruction.opcode.parse().map_err(|error| format!("{error}"))?;
    let Some(shape) = &instruction.shape else {
        return Err("the instruction has no shape".to_owned().into());
    };
    shapes::verify(shape)?;
    for (what, ids) in [
        ("operand", &instruction.operand_ids),
        ("control predecessor", &instruction.control_predecessor_ids),
    ] {
        for id in ids {
            if !before.instructions.contains_key(id) {
                let later = computation.instructions.iter().any(|other| other.id == *id);
                let problem = if later { "comes later" } else { "does not exist" };
                return Err(format!("the {what} with id {id} {problem}").into());
            }
        }
    }
    let operands = instruction.operand_ids.len();
    if let Some(arity) = opcode.arity()
        && operands != arity
    {
        return Err(format!("`{opcode}`: expected {arity} operands, found {operands}").into());
    }
    calls::verify(instruction, opcode, index)?;
    attributes::verify(instruction, opcode)?;
    if let Some(literal) = &instruction.literal {
        let own = literal.shape.as_ref().filter(|_| opcode != Opcode::Constant);
        shapes::verify_literal(literal, own.unwrap_or(shape))?;
    } else if opcode == Opcode::Constant {
        return Err("the constant has no literal".to_owned().into());
    }
    if opcode == Opcode::GetTupleElement {
        verify_tuple_index(instruction, computation, before)?;
    }
    let others =
        instruction.operand_shapes_with_layout.iter().chain(instruction.outfeed_shape.as_deref());
    for shape in others {
        shapes::verify(shape)?;
    }
    Ok(opcode)
}

fn verify_tuple_index(
    instruction: &HloInstructionProto,
    computation: &HloComputationProto,
    before: &ComputationIndex,
) -> Result<(), String> {
    let operand = instruction.operand_ids.first().and_then(|id| before.instructions.get(id));
    let shape = operand.and_then(|position| computation.instructions[*position].shape.as_ref());
    let count = shape.map_or(0, |shape| shape.tuple_shapes.len());
    match usize::try_from(instruction.tuple_index) {
        Ok(index) if index < count => Ok(()),
        _ => {
            let index = instruction.tuple_index;
            Err(format!(
                "expected an index below {count}, the number of tuple elements, found {index}"
            ))
        }
    }
}

/// Returns the positions of a computation's parameters in the order of their numbers.
///
/// # Errors
/// Fails if the numbers are not consecutive from zero, or if a number is repeated.
pub fn parameters(
    computation: &HloComputationProto,
    content: &ComputationIndex,
) -> Result<Vec<usize>, String> {
    let mut numbered = Vec::new();
    for (position, opcode) in content.opcodes.iter().enumerate() {
        if *opcode == Opcode::Parameter {
            numbered.push((computation.instructions[position].parameter_number, position));
        }
    }
    numbered.sort_unstable();
    for (expected, (number, position)) in numbered.iter().enumerate() {
        if *number != expected as i64 {
            let name = &computation.instructions[*position].name;
            return Err(format!("parameter {expected} is missing or duplicated (see `{name}`)"));
        }
    }
    Ok(numbered.into_iter().map(|(_, position)| position).collect())
}
