// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computes results directly in the memory that the caller allocates.
//!
//! Upstream's elimination of empty tensors does the same for tensors, where bufferization detects
//! every conflict. Bufferization does not detect conflicts in a memref: a value that is read after
//! the result is stored must not share the memory of the result. This module therefore follows
//! destinations only through values with a single use.

use hloom_ir::linalg::destination::{destination, yielded_by_branches};
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use std::collections::HashSet;

/// Replaces each empty tensor that is an initial destination of `result` by the tensor that
/// `memory` returns for it, or keeps it if `memory` returns `None`.
pub fn compute_in<'a>(result: Value<'a>, memory: impl Fn(Op<'a>) -> Option<Value<'a>>) {
    // The result itself may have several uses, as storing it does not change it.
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

/// Returns true if `result` may be computed in place in the tensor `memory`.
pub fn is_computed_in<'a>(result: Value<'a>, memory: Value<'a>) -> bool {
    let mut seen = HashSet::new();
    let mut pending = vec![result];
    while let Some(value) = pending.pop() {
        if value == memory {
            return true;
        }
        if seen.insert(ir::value_address(value)) {
            pending.extend(grown_from(value));
        }
    }
    false
}

/// Builds a tensor that represents the memory of a result, the memref `destination`. The caller
/// must store the result in this memory exactly once.
pub fn tensor_in<'a>(builder: Builder<'a>, destination: Value<'a>, ty: Type<'a>) -> Value<'a> {
    builder
        .op("bufferization.to_tensor")
        .operands(&[destination])
        .attr("restrict", ir::unit_attr(builder.context()))
        .attr("writable", ir::unit_attr(builder.context()))
        .result(ty)
        .value()
}

/// Returns the values whose memory `value` reuses if it is computed in place.
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
