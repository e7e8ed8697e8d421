// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The test whether an operation can be erased when nothing uses its results.

use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Op};

/// Returns true if the operation can be erased when its results have no uses.
pub fn is_pure(op: Op) -> bool {
    ir::walk(op).into_iter().all(|inner| match ir::hlo_op(inner) {
        Some(Kind::StablehloReturn) => inner != op,
        Some(kind) => matches!(kind.facts().dialect, "stablehlo" | "chlo") && !has_effects(kind),
        None => false,
    })
}

/// Returns true for StableHLO operations that have effects besides their results, or may not
/// end.
fn has_effects(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::StablehloAllGather
            | Kind::StablehloAllReduce
            | Kind::StablehloAllToAll
            | Kind::StablehloAsyncDone
            | Kind::StablehloAsyncStart
            | Kind::StablehloCollectiveBroadcast
            | Kind::StablehloCollectivePermute
            | Kind::StablehloCollectiveReduce
            | Kind::StablehloComposite
            | Kind::StablehloCrossReplicaSum
            | Kind::StablehloCustomCall
            | Kind::StablehloInfeed
            | Kind::StablehloOptimizationBarrier
            | Kind::StablehloOutfeed
            | Kind::StablehloPartitionId
            | Kind::StablehloRecv
            | Kind::StablehloReduceScatter
            | Kind::StablehloReplicaId
            | Kind::StablehloReturn
            | Kind::StablehloRng
            | Kind::StablehloSend
            | Kind::StablehloTrace
            | Kind::StablehloWhile
    )
}
