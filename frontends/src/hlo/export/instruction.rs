// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Instructions under construction, and the results of converting an operation.

use hloom_hlo::Opcode;
use hloom_hlo::proto::HloInstructionProto;

/// Returns an instruction with the given opcode and default values for all other fields.
pub fn instruction(opcode: Opcode) -> HloInstructionProto {
    HloInstructionProto { opcode: opcode.name().to_owned(), ..HloInstructionProto::default() }
}

/// The result of converting an operation.
pub enum Converted {
    /// The instruction that an operation becomes. An instruction without a shape receives the shape
    /// of the operation's results. An instruction without operands receives the operation's
    /// operands.
    Instruction(Box<HloInstructionProto>),
    /// The IDs of the instructions that compute the results of an operation.
    Results(Vec<i64>),
}

impl From<HloInstructionProto> for Converted {
    fn from(instruction: HloInstructionProto) -> Self {
        Self::Instruction(Box::new(instruction))
    }
}
