// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies a module with its computations, and the modules in its recovery table.

use super::error::VerifyError;
use super::{calls, instructions, schedule, shapes};
use crate::index::{ComputationIndex, Index};
use crate::proto::{HloComputationProto, HloModuleProto};

/// Verifies a module and returns the index of its computations and instructions.
pub(crate) fn verify(module: &HloModuleProto) -> Result<Index, VerifyError> {
    verify_within(module, 0)
}

/// Maximum nesting depth of modules in recovery tables. A nested module is a quoted string in HLO
/// text, and each level of quotes doubles the length of the escapes.
const MOST_RECOVERIES: usize = 8;

fn verify_within(module: &HloModuleProto, depth: usize) -> Result<Index, VerifyError> {
    if depth > MOST_RECOVERIES {
        let message = format!(
            "expected recovery tables to nest at most {MOST_RECOVERIES} modules, found more"
        );
        return Err(message.into());
    }
    let mut index = Index::default();
    for (position, computation) in module.computations.iter().enumerate() {
        if index.computations.insert(computation.id, position).is_some() {
            let message = format!("two computations have the id {}", computation.id);
            return Err(VerifyError::from(message).within(computation));
        }
    }
    let Some(entry) = index.computations.get(&module.entry_computation_id) else {
        let id = module.entry_computation_id;
        return Err(format!("the entry computation with id {id} does not exist").into());
    };
    index.entry = *entry;
    for computation in &module.computations {
        let content = contents(computation, &index).map_err(|error| error.within(computation))?;
        index.contents.push(content);
    }
    index.callees_first = calls::callees_first(module, &index)?;
    schedule::verify(module, &index)?;
    for entry in module.original_value_recovery_table.iter().flat_map(|table| &table.entries) {
        if let Some(recovery) = &entry.recovery_module {
            verify_within(recovery, depth + 1)?;
        }
    }
    for shape in module.host_program_shape.iter() {
        for shape in shape.parameters.iter().chain(&shape.result) {
            shapes::verify(shape)?;
        }
    }
    Ok(index)
}

fn contents(
    computation: &HloComputationProto,
    index: &Index,
) -> Result<ComputationIndex, VerifyError> {
    let mut content = ComputationIndex::default();
    for (position, instruction) in computation.instructions.iter().enumerate() {
        let verified = instructions::verify(instruction, computation, &content, index);
        let opcode = verified.map_err(|error| VerifyError {
            instruction: Some(instruction.name.clone()),
            ..error
        })?;
        if content.instructions.insert(instruction.id, position).is_some() {
            let id = instruction.id;
            return Err(format!("two instructions have the id {id}").into());
        }
        content.opcodes.push(opcode);
    }
    content.parameters = instructions::parameters(computation, &content)?;
    let Some(root) = content.instructions.get(&computation.root_id) else {
        let id = computation.root_id;
        return Err(format!("the root instruction with id {id} does not exist").into());
    };
    content.root = *root;
    if let Some(shape) = &computation.program_shape {
        for shape in shape.parameters.iter().chain(&shape.result) {
            shapes::verify(shape)?;
        }
    }
    Ok(content)
}
