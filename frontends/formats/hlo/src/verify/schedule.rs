// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies the schedule, the order in which instructions run.

use super::error::VerifyError;
use crate::index::{ComputationIndex, Index};
use crate::proto::{HloComputationProto, HloModuleProto};

/// Verifies that the schedule of a module, if it has one, lists every instruction of each scheduled
/// computation once, and after its operands.
pub fn verify(module: &HloModuleProto, index: &Index) -> Result<(), VerifyError> {
    let Some(schedule) = &module.schedule else { return Ok(()) };
    for (id, sequence) in &schedule.sequences {
        let Some(position) = index.computations.get(id) else {
            let message = format!("the scheduled computation with id {id} does not exist");
            return Err(message.into());
        };
        let computation = &module.computations[*position];
        verify_sequence(&sequence.instruction_ids, computation, &index.contents[*position])
            .map_err(|message| VerifyError::from(message).within(computation))?;
    }
    Ok(())
}

fn verify_sequence(
    sequence: &[i64],
    computation: &HloComputationProto,
    content: &ComputationIndex,
) -> Result<(), String> {
    let mut scheduled = vec![false; computation.instructions.len()];
    for id in sequence {
        let Some(position) = content.instructions.get(id).copied() else {
            return Err(format!("the scheduled instruction with id {id} does not exist"));
        };
        let instruction = &computation.instructions[position];
        let name = &instruction.name;
        if std::mem::replace(&mut scheduled[position], true) {
            return Err(format!("`{name}` is scheduled twice"));
        }
        let before = instruction.operand_ids.iter().chain(&instruction.control_predecessor_ids);
        for id in before {
            if !content.instructions.get(id).is_some_and(|position| scheduled[*position]) {
                return Err(format!("`{name}` is scheduled before an instruction that it uses"));
            }
        }
    }
    match scheduled.iter().position(|scheduled| !scheduled) {
        Some(position) => {
            let name = &computation.instructions[position].name;
            Err(format!("`{name}` is not scheduled"))
        }
        None => Ok(()),
    }
}
