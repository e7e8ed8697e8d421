// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where a result is computed: in the memory that the caller hands in, if nothing
//! else lives there.
//!
//! Upstream's elimination of empty tensors does the same for tensors, where
//! bufferization sees every conflict. Once memory is a memref it sees none: a
//! value that is read after the result is stored must not share its memory. So
//! the destinations are followed here, through values that have one use.

use crate::ir::{self, Builder, Op, Type, Value};
use crate::linalg::destination::{destination, yielded_by_branches};
use melior::ir::ValueLike;
use std::collections::HashSet;

/// Replaces the empty tensors that `result` grows from by what `memory` gives for each.
pub fn compute_in<'a>(result: Value<'a>, memory: impl Fn(Op<'a>) -> Option<Value<'a>>) {
    // The result itself may be read by others, as storing it changes nothing.
    let mut pending = grown_from(result);
    while let Some(value) = pending.pop() {
        if ir::uses(value).len() != 1 {
            continue;
        }
        match ir::defining_op(value) {
            Some(op) if ir::op_name(op) == "tensor.empty" => {
                if let Some(memory) = memory(op) {
                    ir::replace(op, [memory]);
                }
            }
            _ => pending.extend(grown_from(value)),
        }
    }
}

/// Whether `result` may be computed where `memory` is.
pub fn is_computed_in<'a>(result: Value<'a>, memory: Value<'a>) -> bool {
    let mut seen = HashSet::new();
    let mut pending = vec![result];
    while let Some(value) = pending.pop() {
        if value == memory {
            return true;
        }
        if seen.insert(value.to_raw().ptr as usize) {
            pending.extend(grown_from(value));
        }
    }
    false
}

/// The memory of a result as a tensor. It is stored there by its caller, once.
pub fn tensor_in<'a>(builder: Builder<'a>, destination: Value<'a>, ty: Type<'a>) -> Value<'a> {
    builder
        .op("bufferization.to_tensor")
        .operands(&[destination])
        .attr("restrict", ir::unit_attr(builder.context()))
        .attr("writable", ir::unit_attr(builder.context()))
        .result(ty)
        .value()
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
