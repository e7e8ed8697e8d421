// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Overwrites the old values of a loop with the new values, in an order in which no old value is
//! overwritten before its last read.
//!
//! One-shot bufferization uses exactly the destinations that this module writes, so no iteration
//! allocates a buffer for the next iteration. Bufferization rejects a program for which this is
//! impossible. If an inner loop works in the memory of an old value, bufferization cannot determine
//! whether the write of the new value or a read of the inner loop's result comes first. Such an
//! inner loop therefore works on a copy, unless its result is the new value itself.

use hloom_ir::linalg::destination::{copy, destination, yielded_by_branches};
use hloom_ir::{self as ir, Builder, Op, Shaped, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};

/// Writes the new tensors of a loop to the memory of the old tensors, and returns the values to
/// yield.
///
/// `old` are the values that the loop carries (block arguments), and `new` are their values for the
/// next iteration. Scalars are yielded unchanged. `builder` is at the end of the loop's body.
///
/// A `bufferization.materialize_in_destination` writes each new tensor that is not computed in
/// place by an inner loop. If a new tensor may share memory with another old value, it is written
/// before that value is overwritten. A copy breaks cycles of such dependences, which occur when
/// values are swapped.
pub fn write_back<'a>(
    builder: Builder<'a>,
    new: &[Value<'a>],
    old: &[Value<'a>],
) -> Vec<Value<'a>> {
    let body = Body::of(builder);
    let mut yielded = new.to_vec();
    let mut pending = Vec::new();
    let mut kept = Vec::new();
    for index in 0..old.len() {
        if !is_tensor(old[index]) || new[index] == old[index] {
            continue;
        }
        match body.updated_in_place(new, index, old[index]) {
            Some(loops) => kept.extend(loops),
            None => pending.push(index),
        }
    }
    let overwritten: Vec<_> = pending.iter().map(|index| old[*index]).collect();
    body.copy_for_inner_loops(builder, &overwritten, &kept);
    for index in &pending {
        body.copy_outer_choices(builder, new[*index], old);
    }
    if !pending.is_empty() {
        body.separate_choices(builder, old);
    }

    let mut sources = new.to_vec();
    // A new value that is yielded several times is computed once and copied for the other places.
    for (position, index) in pending.iter().enumerate() {
        if pending[..position].iter().any(|earlier| new[*earlier] == new[*index]) {
            sources[*index] = copy(builder, new[*index]);
        }
    }
    // For each new value, the old values that must not be overwritten before it is written.
    let mut reads: Vec<HashSet<usize>> = vec![HashSet::new(); old.len()];
    for index in &pending {
        let shared = shared_with(new[*index], old);
        reads[*index] = shared.into_iter().filter(|other| other != index).collect();
    }
    while !pending.is_empty() {
        let overwritable = |index: &usize| {
            pending.iter().all(|other| other == index || !reads[*other].contains(index))
        };
        let Some(position) = pending.iter().position(overwritable) else {
            // A cycle: after a copy of one of its values, that value reads no old value.
            let reader = pending.iter().copied().find(|index| !reads[*index].is_empty());
            let index = reader.unwrap_or(pending[0]);
            sources[index] = copy(builder, sources[index]);
            reads[index].clear();
            continue;
        };
        let index = pending.remove(position);
        yielded[index] = builder
            .op("bufferization.materialize_in_destination")
            .operands(&[sources[index], old[index]])
            .result(old[index].r#type())
            .value();
    }
    yielded
}

/// Returns true if a value is a tensor.
pub fn is_tensor(value: Value) -> bool {
    Shaped::of(value.r#type()).is_some()
}

fn is_loop(op: Op) -> bool {
    matches!(ir::op_name(op), "scf.for" | "scf.while" | "scf.forall")
}

/// Returns the number of the first operand of a loop that is the initial value of a carried value.
fn first_init(op: Op) -> usize {
    if ir::op_name(op) == "scf.for" { 3 } else { 0 }
}

/// An entry that represents memory outside the loop in a set of indices of old values.
const OUTSIDE: usize = usize::MAX;

/// The operations of a loop's body, in order.
struct Body<'a> {
    ops: Vec<Op<'a>>,
    /// The position of each operation in `ops`, indexed by its address.
    order: HashMap<usize, usize>,
}

impl<'a> Body<'a> {
    fn of(builder: Builder<'a>) -> Self {
        let ops = ir::ops(builder.block());
        let order = ops.iter().enumerate().map(|(index, op)| (ir::address(*op), index)).collect();
        Self { ops, order }
    }

    /// Returns the position in the loop's body of `op`, or of the operation of the body that
    /// contains `op`.
    fn position(&self, op: Op<'a>) -> Option<usize> {
        std::iter::successors(Some(op), |op| op.parent_operation())
            .find_map(|op| self.order.get(&ir::address(op)).copied())
    }

    /// Returns the inner loops that update `old` in place to the new value number `index`. Returns
    /// `None` if the new value is not such an update.
    ///
    /// After the update starts, `old` must have no other uses. The intermediate values of the
    /// update must have no other uses at all. Neither `old` nor an intermediate value may be
    /// yielded as another new value.
    fn updated_in_place(
        &self,
        new: &[Value<'a>],
        index: usize,
        old: Value<'a>,
    ) -> Option<Vec<Op<'a>>> {
        let handed_on = |value: Value<'a>| new.iter().filter(|new| **new == value).count();
        if handed_on(old) > 0 || handed_on(new[index]) > 1 {
            return None;
        }
        let mut loops = Vec::new();
        let mut value = new[index];
        let mut first = None;
        while value != old {
            let op = ir::defining_op(value)?;
            let result = ir::results(op).iter().position(|result| *result == value)?;
            match ir::op_name(op) {
                "tensor.insert_slice" | "tensor.insert" => {}
                _ if is_loop(op) => loops.push(op),
                _ => return None,
            }
            let operand = destination(op, result)?;
            value = *ir::operands(op).get(operand)?;
            first = Some((op, operand));
            if value != old && (ir::uses(value).len() != 1 || handed_on(value) > 0) {
                return None;
            }
        }
        if loops.is_empty() || !ir::uses(new[index]).is_empty() {
            return None;
        }
        let (first, operand) = first?;
        let start = self.position(first)?;
        let in_place =
            |user: Op, index: usize| ir::address(user) == ir::address(first) && index == operand;
        // The result of an earlier loop may be in the memory of `old`, so loops are excluded.
        let earlier =
            |user: Op<'a>| !is_loop(user) && self.position(user).is_some_and(|at| at < start);
        let uses = ir::uses(old);
        uses.into_iter()
            .all(|(user, index)| in_place(user, index) || earlier(user))
            .then_some(loops)
    }

    /// Inserts a copy for each inner loop that would work in the memory of a value in `old`, except
    /// for the loops in `kept`.
    fn copy_for_inner_loops(&self, builder: Builder<'a>, old: &[Value<'a>], kept: &[Op<'a>]) {
        if old.is_empty() {
            return;
        }
        let nested = self.ops.iter().flat_map(|op| ir::walk(*op));
        for op in nested.filter(|op| is_loop(*op) && !kept.contains(op)) {
            for (position, init) in ir::operands(op).into_iter().enumerate().skip(first_init(op)) {
                if is_tensor(init) && !shared_with(init, old).is_empty() {
                    let copied = copy(Builder::before(builder.context(), op), init);
                    ir::set_operand(op, position, copied);
                }
            }
        }
    }

    /// Copies values that branches yield, if the branches of one operation yield different old
    /// values, or an old value and a value from outside the loop. Without the copies,
    /// bufferization would treat their memory as one buffer.
    fn separate_choices(&self, builder: Builder<'a>, old: &[Value<'a>]) {
        // Inner branches come first, because outer branches yield their results.
        for op in self.ops.iter().flat_map(|op| ir::walk(*op)).rev() {
            for (number, result) in ir::results(op).into_iter().enumerate() {
                if !is_tensor(result) || yielded_by_branches(op, number).is_none() {
                    continue;
                }
                let mut kept = None;
                for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
                    let Some(end) = ir::ops(block).pop() else { continue };
                    let Some(chosen) = ir::operands(end).get(number).copied() else { continue };
                    let shared = origins(chosen, old, |op| self.position(op).is_some());
                    if shared.is_empty() || *kept.get_or_insert_with(|| shared.clone()) == shared {
                        continue;
                    }
                    let copied = copy(Builder::before(builder.context(), end), chosen);
                    ir::set_operand(end, number, copied);
                }
            }
        }
    }

    /// Copies each value from outside the loop that a branch yields as the new value `value`.
    /// The memory of such an outer value must not become the memory of a carried value, in which
    /// other branches compute.
    fn copy_outer_choices(&self, builder: Builder<'a>, value: Value<'a>, old: &[Value<'a>]) {
        let Some(op) = ir::defining_op(value) else { return };
        let Some(number) = ir::results(op).iter().position(|result| *result == value) else {
            return;
        };
        if yielded_by_branches(op, number).is_none() {
            return;
        }
        for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
            let Some(end) = ir::ops(block).pop() else { continue };
            let Some(chosen) = ir::operands(end).get(number).copied() else { continue };
            let inside = match ir::defining_op(chosen) {
                Some(op) => self.position(op).is_some(),
                None => old.contains(&chosen),
            };
            if inside {
                self.copy_outer_choices(builder, chosen, old);
            } else {
                let copied = copy(Builder::before(builder.context(), end), chosen);
                ir::set_operand(end, number, copied);
            }
        }
    }
}

/// Returns the indices of the values in `old` whose memory `value` may share after bufferization.
fn shared_with<'a>(value: Value<'a>, old: &[Value<'a>]) -> HashSet<usize> {
    let mut shared = origins(value, old, |_| true);
    shared.remove(&OUTSIDE);
    shared
}

/// Returns the indices of the values in `old` whose memory `value` may share after bufferization.
/// They include [`OUTSIDE`] if `value` may share memory with a value that is defined by an
/// operation for which `is_inside` is false, or with a block argument that is not in `old`.
fn origins<'a>(
    value: Value<'a>,
    old: &[Value<'a>],
    is_inside: impl Fn(Op<'a>) -> bool,
) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !is_tensor(value) || !seen.insert(ir::value_address(value)) {
            continue;
        }
        if let Some(index) = old.iter().position(|old| *old == value) {
            found.insert(index);
        } else if ir::defining_op(value).is_some_and(&is_inside) {
            pending.extend(shared_operands(value));
        } else {
            found.insert(OUTSIDE);
        }
    }
    found
}

/// Returns the operands of the operation that defines `value`, or the values that its branches
/// yield, whose memory `value` may share.
fn shared_operands<'a>(value: Value<'a>) -> Vec<Value<'a>> {
    let Some(op) = ir::defining_op(value) else {
        return Vec::new();
    };
    let operands = ir::operands(op);
    let results = ir::results(op);
    let number = results.iter().position(|result| *result == value).unwrap_or(0);
    if let Some(yielded) = yielded_by_branches(op, number) {
        return yielded;
    }
    let operand = |index: usize| operands.get(index).copied().into_iter().collect();
    if let Some(index) = destination(op, number) {
        return operand(index);
    }
    match ir::op_name(op) {
        "tensor.extract_slice" | "tensor.collapse_shape" | "tensor.expand_shape" => operand(0),
        "tensor.empty"
        | "arith.constant"
        | "tensor.from_elements"
        | "bufferization.alloc_tensor" => Vec::new(),
        _ => operands,
    }
}
