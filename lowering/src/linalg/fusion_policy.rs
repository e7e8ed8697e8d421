// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What `hlo-fuse-elementwise` fuses.
//!
//! A producer goes into a consumer when that neither repeats costly work nor
//! takes from a contraction the form that its code generator knows:
//!
//! - into a contraction: only what is layout alone (broadcasts, transpositions),
//!   which becomes strides;
//! - an elementwise producer with one use goes into any other consumer, unless
//!   the consumer reads its elements more than once and they are costly;
//! - one with several uses is copied into each when it is cheap;
//! - of several producers the last goes first: what another one reads too is then copied
//!   once, not once for each path to it;
//! - one that adds to its output (a sum of one term) goes nowhere: a consumer that
//!   computes an element several times would add as often;
//! - reshapes move up through elementwise operations, not through contractions, and
//!   only where no one else uses what they reshape: others would need the opposite
//!   reshape, which moves down and can send another one up the same operation, without end.

use super::length::expanded;
use super::structured::Structured;
use crate::ir::{self, Op};
use melior::ir::operation::OperationLike;

/// Operations a producer may have in its body and still be worth computing twice.
const CHEAP_OPS: usize = 3;

/// Operations a body may come to by fusion.
const MOST_OPS: usize = 512;

/// Whether `producer`, which defines operand number `operand` of `consumer`, is
/// to be fused into it.
pub fn may_fuse(producer: Op, consumer: Op, operand: usize) -> bool {
    if is_reshape(producer) || is_reshape(consumer) {
        let moves_up = is_reshape(consumer);
        let reshaped = if moves_up { producer } else { consumer };
        return Structured::of(reshaped).is_some_and(|generic| generic.is_elementwise())
            && (!moves_up || uses(reshaped) == 1);
    }
    let Some(consumer) = Structured::of(consumer) else { return false };
    if !joins(producer, &consumer, operand) {
        return false;
    }
    let mut others = ir::operands(consumer.op).into_iter().enumerate();
    !others.any(|(other, value)| {
        let other = ir::defining_op(value).map(|op| (op, other));
        other.is_some_and(|(op, other)| {
            is_later(op, producer, consumer.op) && joins(op, &consumer, other)
        })
    })
}

/// Whether `one` is computed after `other`, both before `consumer`.
fn is_later<'a>(one: Op<'a>, other: Op<'a>, consumer: Op<'a>) -> bool {
    let (block, others) = (one.block(), other.block());
    if block == others { other.is_before_in_block(one) } else { block == consumer.block() }
}

/// Whether an elementwise operation, which defines operand number `operand` of `consumer`,
/// is worth computing there.
fn joins(producer: Op, consumer: &Structured, operand: usize) -> bool {
    let Some(producer) = Structured::of(producer) else { return false };
    if producer.reads_outputs() || !consumer.reads(operand) {
        return false;
    }
    if consumer.is_contraction() {
        return producer.is_layout_only() && producer.maps[0].is_projected_permutation();
    }
    if expanded(producer.body_ops()) + expanded(consumer.body_ops()) > MOST_OPS {
        return false;
    }
    let cheap = is_cheap(&producer);
    let read_again =
        consumer.maps.get(operand).is_none_or(|map| map.result_count() < consumer.parallel.len());
    cheap || (uses(producer.op) == 1 && !read_again)
}

/// How many operands an operation's results are.
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
