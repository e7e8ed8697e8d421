// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rewrites the control flow of the dialect `scf` on tensors to the forms that can be lowered.
//!
//! `scf.index_switch` becomes nested `scf.if` operations, because upstream's bufferization ignores
//! that the results of a switch may alias the values that its regions yield.
//!
//! A loop works in the memory of the tensors that it carries. A condition region that forwards
//! other tensors to the body would need additional memory, so such an `scf.while` is rewritten to
//! compute the condition at the end of each iteration.

use crate::hlo_to_linalg::carries_in_place;
use hloom_ir::control_flow::{expand_switch, rotate_while};
use hloom_ir::{self as ir, Builder, Context, Op, Shaped, Value};
use melior::ir::ValueLike;

/// Returns true for an `scf.index_switch` with tensor results, and for an `scf.while` whose
/// condition region does not forward exactly the tensors that the loop carries.
pub fn is_rewritten(op: Op) -> bool {
    let is_tensor = |value: &Value| Shaped::of(value.r#type()).is_some();
    match ir::op_name(op) {
        "scf.index_switch" => ir::results(op).iter().any(is_tensor),
        "scf.while" => !carries_in_place(op),
        _ => false,
    }
}

/// Replaces the control flow inside `root` for which [`is_rewritten`] is true, inner operations
/// first.
pub fn rewrite<'a>(context: &'a Context, root: Op<'a>) {
    let ops: Vec<_> = ir::walk(root).into_iter().filter(|op| is_rewritten(*op)).collect();
    for op in ops.into_iter().rev() {
        let builder = Builder::before(context, op);
        let values = match ir::op_name(op) {
            "scf.index_switch" => expand_switch(builder, op),
            _ => rotate_while(builder, op),
        };
        if let Some(values) = values {
            ir::replace(op, values);
        }
    }
}
