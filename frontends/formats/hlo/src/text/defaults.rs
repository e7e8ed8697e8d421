// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sets the fields of an instruction that its text omits to the same defaults as XLA.

use crate::opcode::Opcode;
use crate::proto::hlo_instruction_proto::ReplicaGroupList;
use crate::proto::{
    CollectiveDeviceListProto, CustomCallApiVersion, HloInstructionProto, ShapeProto,
};
use hloom_values::ElementClass;

/// Creates an instruction with the defaults that attributes may override. The instruction is boxed,
/// because it is large and inline computations nest.
pub fn before(opcode: Opcode) -> Box<HloInstructionProto> {
    let mut instruction: Box<HloInstructionProto> = Box::default();
    instruction.opcode = opcode.name().to_owned();
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
        // Older text has no `is_stable`. Without it the order is not guaranteed to be stable.
        Opcode::TopK => instruction.largest = true,
        Opcode::TriangularSolve => {
            instruction.triangular_solve_options = Some(Default::default());
        }
        _ => {}
    }
    instruction
}

/// Sets the defaults of an instruction that depend on its attributes, after they were read.
/// `operand` is the shape of the first operand.
pub fn after(opcode: Opcode, instruction: &mut HloInstructionProto, operand: Option<ShapeProto>) {
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
    match opcode {
        // The computation and thread are those of the `async-start` in the same chain.
        Opcode::AsyncUpdate | Opcode::AsyncDone => {
            instruction.called_computation_ids.clear();
            instruction.async_execution_thread.clear();
        }
        Opcode::Compare if instruction.comparison_type.is_empty() => {
            let element = operand.and_then(|shape| shape.element_type().class());
            let kind = match element {
                Some(ElementClass::Signed) => "SIGNED",
                Some(ElementClass::Unsigned | ElementClass::Boolean) => "UNSIGNED",
                _ => "FLOAT",
            };
            instruction.comparison_type = kind.to_owned();
        }
        Opcode::Map if instruction.dimensions.is_empty() => {
            let rank = instruction.shape.as_ref().map_or(0, |shape| shape.dimensions.len());
            instruction.dimensions = (0..rank as i64).collect();
        }
        Opcode::Outfeed if instruction.outfeed_shape.is_none() => {
            instruction.outfeed_shape = operand.map(Box::new);
        }
        _ => {}
    }
}
