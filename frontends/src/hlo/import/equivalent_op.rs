// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The StableHLO or CHLO operation for each opcode.

use hloom_dialects::op::{OPS, Op};
use hloom_hlo::{Instruction, Opcode, PrimitiveType};

/// Returns the operation that an instruction becomes, which is usually the operation whose ODS
/// record names its opcode.
///
/// # Errors
/// Fails if StableHLO and CHLO have no equivalent operation.
pub fn equivalent_op(instruction: Instruction) -> Result<Op, &'static str> {
    Ok(match instruction.opcode() {
        // Booleans are not numbers in StableHLO, so their addition is a logical or.
        Opcode::Add if instruction.shape().element_type() == PrimitiveType::Pred => Op::StablehloOr,
        // A start computes the same value as the synchronous instruction.
        Opcode::AllReduceStart => Op::StablehloAllReduce,
        Opcode::AllGatherStart => Op::StablehloAllGather,
        Opcode::CollectivePermuteStart => Op::StablehloCollectivePermute,
        opcode => of_opcode(opcode).ok_or("StableHLO has no equivalent operation")?,
    })
}

/// Returns the operation whose ODS record names an opcode, or `None` if there is none. If StableHLO
/// and CHLO both have such an operation, returns StableHLO's operation.
fn of_opcode(opcode: Opcode) -> Option<Op> {
    let named = |op: &Op| op.facts().opcode == Some(opcode.name());
    let of = |dialect| OPS.into_iter().find(|op| op.facts().dialect == dialect && named(op));
    of("stablehlo").or_else(|| of("chlo"))
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
            (Opcode::Tan, Some("stablehlo.tan")),
            (Opcode::AllGather, Some("stablehlo.all_gather")),
            (Opcode::Broadcast, Some("stablehlo.broadcast_in_dim")),
            (Opcode::OptimizationBarrier, Some("stablehlo.optimization_barrier")),
            (Opcode::TopK, Some("chlo.top_k")),
            (Opcode::Atanh, Some("chlo.atanh")),
            (Opcode::RaggedDot, Some("chlo.ragged_dot")),
            (Opcode::RngGetAndUpdateState, None),
            (Opcode::StochasticConvert, None),
            (Opcode::ScaledDot, None),
        ] {
            assert_eq!(of_opcode(opcode).map(Op::name), expected);
        }
    }
}
