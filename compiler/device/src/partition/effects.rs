// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations whose order is observable.

use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Op};

/// Returns true if an operation, or one nested in it, has an effect. The order of operations with
/// effects is observable from outside the program, so a partition preserves it.
pub fn has_effect(op: Op) -> bool {
    const EFFECTS: [Kind; 7] = [
        Kind::StablehloCustomCall,
        Kind::StablehloInfeed,
        Kind::StablehloOutfeed,
        Kind::StablehloRecv,
        Kind::StablehloRng,
        Kind::StablehloSend,
        Kind::StablehloWhile,
    ];
    ir::walk(op).into_iter().any(|op| match ir::hlo_op(op) {
        Some(kind) => EFFECTS.contains(&kind) || kind.facts().dialect == "check",
        None => ir::op_name(op) == "func.call",
    })
}
