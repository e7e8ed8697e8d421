// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What each opcode is in StableHLO.

use super::body::{Body, New, Outcome};
use super::tree::Tree;
use super::{
    asynchronous, bitcast, calls, collectives, control_flow, custom_call, dynamic, literal,
    products, random, refusals,
};
use hloom_dialects::Op;
use hloom_hlo::{Instruction, Opcode, PrimitiveType};

/// Converts an instruction that is no parameter.
pub fn convert<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    refusals::check(instruction)?;
    match instruction.opcode() {
        Opcode::Constant => literal::constant(body, instruction),
        Opcode::Tuple => {
            let operands = 0..instruction.proto().operand_ids.len();
            Ok(Tree::tuple(operands.map(|number| body.operand(instruction, number)))?)
        }
        Opcode::GetTupleElement => get_tuple_element(body, instruction),
        // The value is the same: layouts, order and placement are not part of it.
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
        Opcode::Recv => asynchronous::recv(body, instruction),
        Opcode::AsyncUpdate => Ok(body.operand(instruction, 0)?),
        Opcode::AsyncDone
        | Opcode::CopyDone
        | Opcode::AllReduceDone
        | Opcode::AllGatherDone
        | Opcode::CollectivePermuteDone
        | Opcode::SendDone
        | Opcode::RecvDone => asynchronous::done(body, instruction),
        Opcode::AfterAll if instruction.proto().operand_ids.is_empty() => {
            let results = body.importer.leaf_types(instruction.shape())?;
            let new = New::plain(Op::StablehloCreateToken, Vec::new(), results, &[]);
            Ok(Tree::Leaf(body.emit_one(new)?))
        }
        _ => body.operation(instruction, operation(instruction)?),
    }
}

/// The operation that an instruction is: mostly the one of the same name.
pub fn operation(instruction: Instruction) -> Result<Op, &'static str> {
    Ok(match instruction.opcode() {
        // Addition of booleans, which are no numbers.
        Opcode::Add if instruction.shape().element_type() == PrimitiveType::Pred => Op::StablehloOr,
        Opcode::Broadcast => Op::StablehloBroadcastInDim,
        Opcode::OptimizationBarrier => Op::StablehloOptimizationBarrier,
        Opcode::TopK => Op::ChloTopK,
        // What is started is what is done then.
        Opcode::AllReduceStart => Op::StablehloAllReduce,
        Opcode::AllGatherStart => Op::StablehloAllGather,
        Opcode::CollectivePermuteStart => Op::StablehloCollectivePermute,
        opcode => of_the_same_name(opcode).ok_or("it has no meaning in StableHLO")?,
    })
}

fn of_the_same_name(opcode: Opcode) -> Option<Op> {
    let name = opcode.name().replace('-', "_");
    ["stablehlo", "chlo"].iter().find_map(|dialect| Op::from_name(&format!("{dialect}.{name}")))
}

fn get_tuple_element<'c, 'm>(body: &Body<'_, 'c, 'm>, instruction: Instruction<'m>) -> Outcome<'c> {
    let index = usize::try_from(instruction.proto().tuple_index).unwrap_or(usize::MAX);
    match body.operand(instruction, 0)? {
        Tree::Tuple(parts) => {
            Ok(parts.get(index).cloned().ok_or("there is no such element of the tuple")?)
        }
        Tree::Leaf(_) => Err("its operand is no tuple".into()),
        Tree::Started(_) => Err("its operand is started, and not done".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_operations() {
        for (opcode, expected) in [
            (Opcode::Exp, Some("stablehlo.exponential")),
            (Opcode::Clz, Some("stablehlo.count_leading_zeros")),
            (Opcode::ReduceWindow, Some("stablehlo.reduce_window")),
            (Opcode::Erf, Some("chlo.erf")),
            (Opcode::Atanh, Some("chlo.atanh")),
            (Opcode::RaggedDot, Some("chlo.ragged_dot")),
            (Opcode::RngGetAndUpdateState, None),
            (Opcode::StochasticConvert, None),
            (Opcode::ScaledDot, None),
        ] {
            assert_eq!(of_the_same_name(opcode).map(Op::name), expected);
        }
    }
}
