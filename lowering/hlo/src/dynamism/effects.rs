// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Analysis of the side effects of functions, including those of the functions that they call.

use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_ir::{self as ir, Op, attributes};
use std::collections::HashMap;

/// Operations that exchange data with other participants or with the host.
const COMMUNICATION: [Kind; 12] = [
    Kind::StablehloAllGather,
    Kind::StablehloAllReduce,
    Kind::StablehloAllToAll,
    Kind::StablehloCollectiveBroadcast,
    Kind::StablehloCollectivePermute,
    Kind::StablehloCollectiveReduce,
    Kind::StablehloCrossReplicaSum,
    Kind::StablehloInfeed,
    Kind::StablehloOutfeed,
    Kind::StablehloRecv,
    Kind::StablehloReduceScatter,
    Kind::StablehloSend,
];

/// Returns true if a call of the function may have a side effect, including the side effects of the
/// functions that it calls. `functions` maps names to the functions of the module.
pub(super) fn has_effects<'a>(function: Op<'a>, functions: &HashMap<String, Op<'a>>) -> bool {
    let mut pending = vec![function];
    let mut seen: Vec<Op<'a>> = Vec::new();
    while let Some(function) = pending.pop() {
        if seen.contains(&function) {
            continue;
        }
        seen.push(function);
        if ir::regions(function).into_iter().flat_map(ir::blocks).next().is_none() {
            return true;
        }
        for op in ir::walk(function).into_iter().filter(|op| *op != function) {
            if ir::op_name(op) == "func.call" {
                let name = attributes::symbol(op, "callee");
                match name.and_then(|name| functions.get(&name)) {
                    Some(callee) => pending.push(*callee),
                    None => return true,
                }
            } else if has_own_effect(op) {
                return true;
            }
        }
    }
    false
}

/// Returns true if the operation itself may have a side effect. Does not consider operations in its
/// regions.
fn has_own_effect(op: Op) -> bool {
    match ir::hlo_op(op) {
        Some(Kind::StablehloCustomCall) => OpView::from_operation(op)
            .is_none_or(|view| view.optional_boolean("has_side_effect").unwrap_or(false)),
        Some(kind) => COMMUNICATION.contains(&kind) || ir::dialect(op) == "check",
        None => {
            !matches!(
                ir::dialect(op),
                "arith" | "builtin" | "complex" | "math" | "shape" | "tensor"
            ) && !matches!(ir::op_name(op), "func.constant" | "func.return")
        }
    }
}
