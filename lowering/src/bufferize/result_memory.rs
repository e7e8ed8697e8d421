// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where a result is computed: in the memory that the caller hands in, if nothing
//! else lives there.
//!
//! Upstream's elimination of empty tensors does the same for tensors, where
//! bufferization sees every conflict. Once memory is a memref it sees none: a
//! value that is read after the result is stored must not share its memory. So
//! the destinations are followed here, through values that have one use.

use crate::ir::{self, Builder, Context, Value};
use crate::linalg::destination::{destination, yielded_by_branches};
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
    let Some(number) = ir::results(op).iter().position(|result| *result == value) else {
        return Vec::new();
    };
    yielded_by_branches(op, number).unwrap_or_else(|| {
        let operand = destination(op, number);
        operand.and_then(|operand| ir::operands(op).get(operand).copied()).into_iter().collect()
    })
}
