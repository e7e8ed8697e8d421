// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What an instruction has that its text does not say.

use crate::element_type::ElementClass;
use crate::opcode::Opcode;
use crate::proto::hlo_instruction_proto::ReplicaGroupList;
use crate::proto::{
    CollectiveDeviceListProto, CustomCallApiVersion, HloInstructionProto, PrimitiveType,
};

/// An instruction before its attributes are read.
pub fn before(opcode: Opcode) -> HloInstructionProto {
    let mut instruction =
        HloInstructionProto { opcode: opcode.name().to_owned(), ..HloInstructionProto::default() };
    match opcode {
        Opcode::AllGather
        | Opcode::AllGatherStart
        | Opcode::AllReduce
        | Opcode::AllReduceStart
        | Opcode::AllToAll
        | Opcode::CollectiveBroadcast
        | Opcode::RaggedAllToAll
        | Opcode::ReduceScatter => {
            let groups = CollectiveDeviceListProto::default();
            instruction.replica_group_list = Some(ReplicaGroupList::CollectiveDeviceList(groups));
        }
        Opcode::Cholesky => instruction.cholesky_options = Some(Default::default()),
        Opcode::Convolution => {
            instruction.window = Some(Default::default());
            instruction.feature_group_count = 1;
            instruction.batch_group_count = 1;
        }
        Opcode::CustomCall => {
            instruction.feature_group_count = 1;
            instruction.batch_group_count = 1;
            instruction.custom_call_api_version = CustomCallApiVersion::ApiVersionOriginal.into();
        }
        Opcode::Dot | Opcode::ScaledDot => {
            instruction.dot_dimension_numbers = Some(Default::default());
        }
        Opcode::RaggedDot => {
            let numbers = instruction.ragged_dot_dimension_numbers.get_or_insert_default();
            numbers.dot_dimension_numbers = Some(Default::default());
        }
        Opcode::ReduceWindow | Opcode::SelectAndScatter => {
            instruction.window = Some(Default::default());
        }
        // Whether it is stable was not always said; where it is not, nothing is promised.
        Opcode::TopK => instruction.largest = true,
        Opcode::TriangularSolve => {
            instruction.triangular_solve_options = Some(Default::default());
        }
        _ => {}
    }
    instruction
}

/// Completes an instruction after its attributes were read, given the element type of its
/// first operand.
pub fn after(
    opcode: Opcode,
    instruction: &mut HloInstructionProto,
    element: Option<PrimitiveType>,
) {
    let precisions = match opcode {
        Opcode::Convolution | Opcode::CustomCall => instruction.operand_ids.len(),
        Opcode::Dot | Opcode::RaggedDot | Opcode::ScaledDot => 2,
        _ => 0,
    };
    let has_precision = matches!(
        opcode,
        Opcode::Convolution
            | Opcode::CustomCall
            | Opcode::Dot
            | Opcode::RaggedDot
            | Opcode::ScaledDot
    );
    if has_precision {
        let config = instruction.precision_config.get_or_insert_default();
        if config.operand_precision.is_empty() {
            config.operand_precision = vec![0; precisions];
        }
    }
    if opcode == Opcode::Compare && instruction.comparison_type.is_empty() {
        let kind = match element.and_then(PrimitiveType::class) {
            Some(ElementClass::Signed) => "SIGNED",
            Some(ElementClass::Unsigned | ElementClass::Boolean) => "UNSIGNED",
            _ => "FLOAT",
        };
        instruction.comparison_type = kind.to_owned();
    }
}
