// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A predicate for operations that can be erased if their results are unused.

use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Op};

/// Returns true if the operation can be erased when its results have no uses.
pub fn is_pure(op: Op) -> bool {
    ir::walk(op).into_iter().all(|inner| match ir::hlo_op(inner) {
        Some(Kind::StablehloReturn) => inner != op,
        Some(kind) => kind.is_hlo() && !has_effects(kind),
        None => false,
    })
}

/// Returns true for operations that must not be erased, because they have side effects, may not
/// terminate or must stay in place.
fn has_effects(kind: Kind) -> bool {
    let facts = kind.facts();
    let has_own = !facts.pure && !facts.effects_of_regions;
    has_own
        || matches!(
            kind,
            Kind::StablehloOptimizationBarrier
                | Kind::StablehloPartitionId
                | Kind::StablehloReplicaId
                | Kind::StablehloReturn
                | Kind::StablehloWhile
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_follow_the_ods() {
        for kind in [Kind::StablehloRng, Kind::StablehloAllReduce, Kind::StablehloTrace] {
            assert!(has_effects(kind), "{kind}");
        }
        for kind in [Kind::StablehloSort, Kind::StablehloTan, Kind::ChloScan] {
            assert!(!has_effects(kind), "{kind}");
        }
    }
}
