// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Destinations of results: the operands whose memory bufferization reuses for results.
//!
//! An operation in destination-passing style computes a result in the memory of its destination.

use crate::{self as ir, Builder, Op, Value};
use melior::ir::ValueLike;

/// Returns the position of the operand in whose memory result `number` is computed. This operand is
/// a destination, or the initial value of a loop-carried value. Returns `None` if there is no such
/// operand.
pub fn destination(op: Op, number: usize) -> Option<usize> {
    match ir::op_name(op) {
        "tensor.insert_slice" | "tensor.insert" | "bufferization.materialize_in_destination" => {
            Some(1)
        }
        "scf.for" => Some(3 + number),
        "scf.while" => carried_from(op, number),
        name if name == "scf.forall" || name.starts_with("linalg.") => {
            (ir::operands(op).len() + number).checked_sub(ir::results(op).len())
        }
        _ => None,
    }
}

/// Returns the position of the `scf.while` operand that becomes result `number` if the loop has no
/// iterations. Returns `None` if the condition does not forward an argument of its block.
fn carried_from(op: Op, number: usize) -> Option<usize> {
    let block = ir::regions(op).into_iter().next().and_then(|region| ir::blocks(region).pop())?;
    let condition = ir::ops(block).last().copied()?;
    let handed_on = *ir::operands(condition).get(1 + number)?;
    ir::args(block).iter().position(|argument| *argument == handed_on)
}

/// Operations whose result is a view of their operand's memory.
const VIEWS: [&str; 4] =
    ["tensor.cast", "tensor.collapse_shape", "tensor.expand_shape", "tensor.extract_slice"];

/// Returns the users of a tensor, direct and through views, one entry for each use.
pub fn readers<'a>(tensor: Value<'a>) -> Vec<Op<'a>> {
    let (mut found, mut pending) = (Vec::new(), vec![tensor]);
    while let Some(value) = pending.pop() {
        for (user, _) in ir::uses(value) {
            found.push(user);
            if VIEWS.contains(&ir::op_name(user)) {
                pending.extend(ir::results(user));
            }
        }
    }
    found
}

/// Creates a copy of a tensor in newly allocated memory.
pub fn copy<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    // Operands: dynamic sizes, the tensor to copy, a size hint.
    let op = builder.op("bufferization.alloc_tensor").operands(&[value]).segments(&[0, 1, 0]);
    op.result(value.r#type()).value()
}

/// Returns the values that the branches of `op` yield for result `number`. Returns `None` if `op`
/// has no branches.
pub fn yielded_by_branches<'a>(op: Op<'a>, number: usize) -> Option<Vec<Value<'a>>> {
    matches!(ir::op_name(op), "scf.if" | "scf.index_switch").then(|| {
        ir::regions(op)
            .into_iter()
            .flat_map(ir::blocks)
            .filter_map(|block| ir::ops(block).last().copied())
            .filter_map(|end| ir::operands(end).get(number).copied())
            .collect()
    })
}
