// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The fusion policy of `hloom-fuse-elementwise`.
//!
//! A producer is fused into a consumer if fusion neither repeats costly work nor changes the form
//! of a contraction, which the code generator for contractions recognizes:
//!
//! - Only layout changes (broadcasts and transpositions) are fused into a contraction. They become
//!   strides of its operands.
//! - An elementwise producer with one use is fused into any other consumer, unless the producer is
//!   costly and the consumer reads its elements more than once.
//! - A cheap producer with several uses is copied into each consumer, unless another consumer reads
//!   it from memory anyway because it cannot be fused. In that case, copies would keep the operands
//!   of the producer in memory for the backward pass, such as the operand of a `relu` whose result
//!   a convolution reads.
//! - If there are several producers, the last one in program order is fused first. If it shares an
//!   operand with an earlier producer, the operand is then copied only once, instead of once per
//!   path.
//! - A producer that reads its output (a sum of one term) is never fused. If the consumer computes
//!   an element several times, it would add the term several times.
//! - Reshapes move through elementwise operations, but not through reductions or contractions. A
//!   reshape moves up only if the reshaped value has no other use. Another use would need the
//!   inverse reshape, which moves down and could move another reshape up through the same
//!   operation, in an infinite loop.

use hloom_ir::linalg::code_size::expanded;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Largest number of operations in the body of a producer that is cheap enough to be computed once
/// for each use.
const CHEAP_OPS: usize = 3;

/// Largest estimated number of operations in a fused body, after math expansion.
const MAX_OPS: usize = 512;

/// Returns true if `producer`, which defines operand number `operand` of `consumer`, should be
/// fused into `consumer`.
pub fn may_fuse(producer: Op, consumer: Op, operand: usize) -> bool {
    if is_reshape(producer) || is_reshape(consumer) {
        let moves_up = is_reshape(consumer);
        let reshaped = if moves_up { producer } else { consumer };
        return Structured::of(reshaped).is_some_and(|generic| generic.is_elementwise())
            && (!moves_up || uses(reshaped) == 1);
    }
    let Some(consumer) = Structured::of(consumer) else { return false };
    let size = expanded(consumer.body_ops());
    if !joins(producer, &consumer, size, operand) {
        return false;
    }
    let mut others = ir::operands(consumer.op).into_iter().enumerate();
    !others.any(|(other, value)| {
        let other = ir::defining_op(value).map(|op| (op, other));
        other.is_some_and(|(op, other)| {
            is_later(op, producer, consumer.op) && joins(op, &consumer, size, other)
        })
    })
}

/// Returns true if `one` is computed after `other`. Both are computed before `consumer`.
fn is_later<'a>(one: Op<'a>, other: Op<'a>, consumer: Op<'a>) -> bool {
    let (block, others) = (one.block(), other.block());
    if block == others { other.is_before_in_block(one) } else { block == consumer.block() }
}

/// Returns true if `producer`, which defines operand number `operand` of `consumer`, should be
/// computed in the body of `consumer`. `size` is the estimated number of operations in that body
/// after math expansion.
fn joins(producer: Op, consumer: &Structured, size: usize, operand: usize) -> bool {
    let Some(producer) = Structured::of(producer) else { return false };
    if producer.reads_outputs() || !consumer.reads(operand) {
        return false;
    }
    if consumer.is_contraction() {
        return producer.is_layout_only() && producer.maps[0].is_projected_permutation();
    }
    if expanded(producer.body_ops()) + size > MAX_OPS {
        return false;
    }
    let cheap = is_cheap(&producer);
    let read_again =
        consumer.maps.get(operand).is_none_or(|map| map.result_count() < consumer.parallel.len());
    match uses(producer.op) {
        1 => cheap || !read_again,
        _ => cheap && !is_stored_anyway(&producer),
    }
}

/// Returns true if a user that cannot compute `producer` itself reads its result from memory, and
/// an input of `producer` is a computed value of at least the same size. Copies of `producer` in
/// other users would keep this input in memory as well.
fn is_stored_anyway(producer: &Structured) -> bool {
    if producer.is_layout_only() {
        return false;
    }
    let elements = |value: &Value| Shaped::of(value.r#type()).map_or(0, |it| it.elements());
    let results = ir::results(producer.op);
    let size = results.iter().map(elements).max().unwrap_or(0);
    let is_computed = |value: &Value| {
        elements(value) >= size
            && ir::defining_op(*value)
                .is_some_and(|op| !matches!(ir::op_name(op), "arith.constant" | "tensor.empty"))
    };
    let reads_from_memory = |(user, _): (Op, usize)| match Structured::of(user) {
        Some(generic) => generic.is_contraction(),
        None => !is_reshape(user),
    };
    let inputs = &ir::operands(producer.op)[..producer.inputs];
    inputs.iter().any(is_computed) && results.into_iter().flat_map(ir::uses).any(reads_from_memory)
}

/// Returns the total number of uses of the results of an operation.
fn uses(op: Op) -> usize {
    ir::results(op).into_iter().map(|result| ir::uses(result).len()).sum()
}

fn is_reshape(op: Op) -> bool {
    matches!(ir::op_name(op), "tensor.expand_shape" | "tensor.collapse_shape")
}

fn is_cheap(producer: &Structured) -> bool {
    let ops = producer.body_ops();
    ops.len() <= CHEAP_OPS
        && ops.iter().all(|op| {
            let name = ir::op_name(*op);
            let costly = matches!(
                name,
                "arith.divf"
                    | "arith.divsi"
                    | "arith.divui"
                    | "arith.remf"
                    | "arith.remsi"
                    | "arith.remui"
                    | "tensor.extract"
            ) || (name.starts_with("math.")
                && !matches!(name, "math.absf" | "math.copysign" | "math.fma"))
                || name.starts_with("complex.")
                || op.region_count() > 0;
            !costly
        })
}
