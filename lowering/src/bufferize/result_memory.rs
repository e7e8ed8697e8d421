// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where a result is computed: in the memory that the caller hands in, if nothing
//! else lives there.
//!
//! Upstream's elimination of empty tensors does the same for tensors, where
//! bufferization sees every conflict. Once memory is a memref it sees none: a
//! value that is read after the result is stored must not share its memory. So
//! the destinations are followed here, through values that have one use.

use crate::ir::{self, Builder, Context, Op, Value};
use melior::ir::ValueLike;

/// Makes the empty tensors that `result` grows from views of `destination`, a
/// memref of its type. `result` is stored there by its caller, once.
pub fn compute_in<'a>(context: &'a Context, result: Value<'a>, destination: Value<'a>) {
    // The result itself may be read by others, as storing it changes nothing.
    let mut pending = grown_from(result);
    while let Some(value) = pending.pop() {
        if ir::uses(value).len() != 1 {
            continue;
        }
        match ir::defining_op(value) {
            Some(op) if ir::op_name(op) == "tensor.empty" => {
                let memory = Builder::before(context, op)
                    .op("bufferization.to_tensor")
                    .operands(&[destination])
                    .attr("restrict", ir::unit_attr(context))
                    .attr("writable", ir::unit_attr(context))
                    .result(value.r#type())
                    .value();
                ir::replace_all_uses(value, memory);
                ir::erase(op);
            }
            _ => pending.extend(grown_from(value)),
        }
    }
}

/// The values whose memory `value` takes over if it is computed in place.
fn grown_from<'a>(value: Value<'a>) -> Vec<Value<'a>> {
    let Some(op) = ir::defining_op(value) else { return Vec::new() };
    let operands = ir::operands(op);
    let results = ir::results(op);
    let Some(number) = results.iter().position(|result| *result == value) else {
        return Vec::new();
    };
    let operand = |index: usize| operands.get(index).copied().into_iter().collect();
    match ir::op_name(op) {
        "tensor.insert_slice" | "tensor.insert" | "bufferization.materialize_in_destination" => {
            operand(1)
        }
        "scf.forall" => operand(operands.len() - results.len() + number),
        "scf.for" => operand(3 + number),
        "scf.while" => carried_from(op, number).into_iter().collect(),
        "scf.if" | "scf.index_switch" => ir::regions(op)
            .into_iter()
            .flat_map(ir::blocks)
            .filter_map(|block| ir::ops(block).last().copied())
            .filter_map(|end| ir::operands(end).get(number).copied())
            .collect(),
        name if name.starts_with("linalg.") => operand(operands.len() - results.len() + number),
        _ => Vec::new(),
    }
}

/// What result `number` of a `scf.while` was before the first iteration, if the
/// loop hands it on.
fn carried_from<'a>(op: Op<'a>, number: usize) -> Option<Value<'a>> {
    let block = ir::regions(op).into_iter().next().and_then(|region| ir::blocks(region).pop())?;
    let condition = ir::ops(block).last().copied()?;
    let handed_on = *ir::operands(condition).get(1 + number)?;
    let position = ir::args(block).iter().position(|argument| *argument == handed_on)?;
    ir::operands(op).get(position).copied()
}
