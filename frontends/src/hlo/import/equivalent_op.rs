// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operation that each opcode becomes.

use hloom_dialects::Op;
use hloom_hlo::{Instruction, Opcode, PrimitiveType};

/// Returns the operation that an instruction becomes, usually the one of the same name.
///
/// # Errors
/// Fails if StableHLO and CHLO have no equivalent operation.
pub fn equivalent_op(instruction: Instruction) -> Result<Op, &'static str> {
    Ok(match instruction.opcode() {
        // Booleans are not numbers in StableHLO, so their addition is a logical or.
        Opcode::Add if instruction.shape().element_type() == PrimitiveType::Pred => Op::StablehloOr,
        Opcode::Broadcast => Op::StablehloBroadcastInDim,
        Opcode::OptimizationBarrier => Op::StablehloOptimizationBarrier,
        Opcode::TopK => Op::ChloTopK,
        // A start computes the same value as the synchronous instruction.
        Opcode::AllReduceStart => Op::StablehloAllReduce,
        Opcode::AllGatherStart => Op::StablehloAllGather,
        Opcode::CollectivePermuteStart => Op::StablehloCollectivePermute,
        opcode => of_the_same_name(opcode).ok_or("StableHLO has no equivalent operation")?,
    })
}

fn of_the_same_name(opcode: Opcode) -> Option<Op> {
    let name = opcode.name().replace('-', "_");
    ["stablehlo", "chlo"].iter().find_map(|dialect| Op::from_name(&format!("{dialect}.{name}")))
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
