// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Whether what a module says of itself is so: every id leads somewhere, what is used comes
//! before its use, shapes and literals are sound.
//!
//! Verified are
//! - the ids of computations, and those of instructions within each: no two are the same;
//! - the entry computation, the roots, operands, control predecessors, called computations:
//!   they are there, instructions before those that use them, calls without a cycle;
//! - opcodes, and the numbers of their operands and called computations where it is fixed;
//! - parameters, which are numbered from zero without a gap;
//! - shapes: sizes, and layouts that permute the dimensions;
//! - literals, which have as many elements as their shapes, those of the instruction;
//! - shardings and groups of devices: their devices are as many as their dimensions have;
//! - the kinds of fusions and comparisons, the dimension numbers of convolutions and paddings;
//! - the schedule, which orders all instructions of the computations it has.
//!
//! Not verified is what an operation computes: whether its shape follows from those of its
//! operands, or its dimension numbers from their ranks.

pub(crate) mod attributes;
mod calls;
mod instructions;
mod schedule;
mod shapes;
pub(crate) mod shardings;

use crate::module::{ComputationIndex, Index};
use crate::proto::{HloComputationProto, HloModuleProto};
use std::fmt::{self, Display};

/// What is wrong with a module, and in which instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The name of the computation, if it is in one.
    pub computation: Option<String>,
    /// The name of the instruction, if it is of one.
    pub instruction: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl Display for VerifyError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if let Some(computation) = &self.computation {
            write!(formatter, "in `{computation}`")?;
            if let Some(instruction) = &self.instruction {
                write!(formatter, ", `{instruction}`")?;
            }
            formatter.write_str(": ")?;
        }
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for VerifyError {}

impl From<String> for VerifyError {
    fn from(message: String) -> Self {
        Self { computation: None, instruction: None, message }
    }
}

impl VerifyError {
    /// The error, of a computation.
    fn within(self, computation: &HloComputationProto) -> Self {
        Self { computation: Some(computation.name.clone()), ..self }
    }
}

/// Verifies a module, and finds where everything is.
pub(crate) fn module(module: &HloModuleProto) -> Result<Index, VerifyError> {
    module_within(module, 0)
}

/// How deep modules may be in the recovery tables of others: each level of quotes doubles what
/// escapes take in text.
const MOST_RECOVERIES: usize = 8;

fn module_within(module: &HloModuleProto, depth: usize) -> Result<Index, VerifyError> {
    if depth > MOST_RECOVERIES {
        let message = format!("more than {MOST_RECOVERIES} modules are nested in recovery tables");
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
        return Err(format!("the entry computation has the id {id}, which none has").into());
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
            module_within(recovery, depth + 1)?;
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
        return Err(format!("the root has the id {id}, which no instruction has").into());
    };
    content.root = *root;
    if let Some(shape) = &computation.program_shape {
        for shape in shape.parameters.iter().chain(&shape.result) {
            shapes::verify(shape)?;
        }
    }
    Ok(content)
}
