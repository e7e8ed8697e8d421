// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Instructions under construction, and the results of converting an operation.

use hloom_hlo::Opcode;
use hloom_hlo::proto::HloInstructionProto;

/// Returns an instruction with an opcode and default values otherwise.
pub fn instruction(opcode: Opcode) -> HloInstructionProto {
    HloInstructionProto { opcode: opcode.name().to_owned(), ..HloInstructionProto::default() }
}

/// The result of converting an operation.
pub enum Converted {
    /// An instruction. It gets the shape of the results if it has no shape, and the operands of
    /// the operation if it has no operands.
    Instruction(Box<HloInstructionProto>),
    /// The ids of the instructions that compute the results.
    Results(Vec<i64>),
}

impl From<HloInstructionProto> for Converted {
    fn from(instruction: HloInstructionProto) -> Self {
        Self::Instruction(Box::new(instruction))
    }
}
