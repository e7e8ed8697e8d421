// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Merges the reductions of summands: the sum of two `all_reduce` of partial sums is the
//! `all_reduce` of their sum, which moves half as much.
//!
//! The gradient of a value that several split contractions use is such a sum. The same holds for
//! `reduce_scatter`, and for other operations than sums.

use hloom_dialects::attributes::stablehlo::ChannelHandle;
use hloom_dialects::op::Op as Kind;
use hloom_dialects::op_view::OpView;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// Merges the reductions in a module whose channel ids are greater than `channel`, which are those
/// of the partitioner.
pub fn run<'a>(context: &'a Context, module: Op<'a>, channel: i64) {
    for op in ir::walk(module) {
        let [left, right] = ir::operands(op)[..] else { continue };
        if ir::results(op).len() != 1 || !ir::regions(op).is_empty() || left == right {
            continue;
        }
        let reductions = [left, right].map(|value| reduction(value, op, channel));
        let [Some(first), Some(second)] = reductions else { continue };
        if !are_alike(first, second) {
            continue;
        }
        let (one, other) = (ir::operands(first)[0], ir::operands(second)[0]);
        let at = Builder::before(context, op);
        let new = at.simple(ir::op_name(op), &[one, other], one.r#type());
        ir::move_before(second, op);
        ir::set_operand(second, 0, new);
        ir::replace(op, ir::results(second));
        ir::erase(first);
    }
}

/// Returns the reduction over partitions that defines `value`, if only `op` uses the value, and if
/// the reduction combines values as `op` does.
fn reduction<'a>(value: Value<'a>, op: Op<'a>, channel: i64) -> Option<Op<'a>> {
    let found = ir::defining_op(value)?;
    let kind = ir::hlo_op(found)?;
    let is_reduction = matches!(kind, Kind::StablehloAllReduce | Kind::StablehloReduceScatter)
        && ir::operands(found).len() == 1;
    let body = ir::regions(found).into_iter().flat_map(ir::blocks).flat_map(ir::ops).next()?;
    let is_same = ir::op_name(body) == ir::op_name(op) && found.block() == op.block();
    (is_reduction && has_own_channel(found, channel) && is_same && ir::uses(value).len() == 1)
        .then_some(found)
}

/// Returns true if the channel of a collective is greater than `channel`.
pub fn has_own_channel(op: Op, channel: i64) -> bool {
    let handle = |op: OpView| op.optional_typed::<ChannelHandle>("channel_handle");
    OpView::from_operation(op).and_then(handle).is_some_and(|handle| handle.handle > channel)
}

/// Returns true if two reductions have the same groups and types.
fn are_alike(first: Op, second: Op) -> bool {
    let same = |name: &str| first.attribute(name).ok() == second.attribute(name).ok();
    ir::op_name(first) == ir::op_name(second)
        && ["replica_groups", "scatter_dimension", "use_global_device_ids"].into_iter().all(same)
        && ir::operands(first)[0].r#type() == ir::operands(second)[0].r#type()
}
