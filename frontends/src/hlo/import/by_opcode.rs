// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of each opcode to StableHLO.

use super::body::{Body, New, Outcome};
use super::equivalent_op::equivalent_op;
use super::tree::Tree;
use super::{
    asynchronous, bitcast, calls, collectives, control_flow, custom_call, dynamic, literal,
    products, random, unsupported,
};
use hloom_dialects::Op;
use hloom_hlo::{Instruction, Opcode};

/// Converts an instruction, other than a parameter, to StableHLO according to its opcode.
pub fn convert<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    unsupported::check(instruction)?;
    match instruction.opcode() {
        Opcode::Constant => literal::constant(body, instruction),
        Opcode::Tuple => {
            let operands = 0..instruction.proto().operand_ids.len();
            Ok(Tree::tuple(operands.map(|number| body.operand(instruction, number)))?)
        }
        Opcode::GetTupleElement => get_tuple_element(body, instruction),
        // Layouts, order and placement are not part of the value, so it stays the same.
        Opcode::Copy | Opcode::AddDependency | Opcode::Domain => Ok(body.operand(instruction, 0)?),
        Opcode::Bitcast => bitcast::convert(body, instruction),
        Opcode::Fusion | Opcode::Call => calls::call(body, instruction),
        Opcode::Conditional => control_flow::conditional(body, instruction),
        Opcode::CustomCall => custom_call::convert(body, instruction),
        Opcode::Dot | Opcode::Convolution => products::product(body, instruction),
        Opcode::Scan => control_flow::scan(body, instruction),
        Opcode::Rng => random::rng(body, instruction),
        Opcode::RngBitGenerator => random::rng_bit_generator(body, instruction),
        Opcode::DynamicReshape => dynamic::reshape(body, instruction),
        Opcode::ReduceScatter | Opcode::CollectivePermute => {
            collectives::of_each(body, instruction, instruction.shape())
        }
        Opcode::AllToAll => collectives::all_to_all(body, instruction),
        Opcode::RaggedAllToAll => collectives::ragged_all_to_all(body, instruction),
        Opcode::AsyncStart => Ok(calls::call(body, instruction)?.started()),
        Opcode::CopyStart => Ok(body.operand(instruction, 0)?.started()),
        Opcode::AllReduceStart | Opcode::AllGatherStart | Opcode::CollectivePermuteStart => {
            asynchronous::start(body, instruction)
        }
        Opcode::Send => asynchronous::send(body, instruction),
        // `recv-done` becomes the receive, which waits: sends between the two must not wait for it.
        Opcode::Recv => Ok(Tree::Tuple([].into()).started()),
        Opcode::RecvDone => asynchronous::recv_done(body, instruction),
        Opcode::AsyncUpdate => Ok(body.operand(instruction, 0)?),
        Opcode::AsyncDone
        | Opcode::CopyDone
        | Opcode::AllReduceDone
        | Opcode::AllGatherDone
        | Opcode::CollectivePermuteDone
        | Opcode::SendDone => asynchronous::done(body, instruction),
        Opcode::AfterAll if instruction.proto().operand_ids.is_empty() => {
            let results = body.importer.leaf_types(instruction.shape())?;
            let new = New::plain(Op::StablehloCreateToken, Vec::new(), results, &[]);
            Ok(Tree::Leaf(body.emit_one(new)?))
        }
        _ => body.operation(instruction, equivalent_op(instruction)?),
    }
}

fn get_tuple_element<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let index = usize::try_from(instruction.proto().tuple_index).unwrap_or(usize::MAX);
    match body.operand(instruction, 0)? {
        Tree::Tuple(parts) => {
            Ok(parts.get(index).cloned().ok_or("the index of the tuple element is out of range")?)
        }
        Tree::Leaf(_) => Err("expected a tuple operand".into()),
        Tree::Started(_) => Err("expected a tuple operand, found an asynchronous start".into()),
    }
}
