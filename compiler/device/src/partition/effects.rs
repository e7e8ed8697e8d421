// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations whose order is observable.

use hloom_ir::{self as ir, Op};

/// Returns true if the order among operations of this kind is observable from outside of the
/// program. They keep their order in a partition.
pub fn has_effect(op: Op) -> bool {
    const EFFECTS: [&str; 8] = [
        "stablehlo.custom_call",
        "stablehlo.infeed",
        "stablehlo.outfeed",
        "stablehlo.send",
        "stablehlo.recv",
        "stablehlo.rng",
        "func.call",
        "stablehlo.while",
    ];
    let check = |op: Op| ir::op_name(op).starts_with("check.");
    ir::walk(op).into_iter().any(|op| EFFECTS.contains(&ir::op_name(op)) || check(op))
}
