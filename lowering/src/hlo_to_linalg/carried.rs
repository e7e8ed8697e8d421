// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a loop's body yields: new values written over the old ones, in an order
//! in which none is overwritten before it is read.
//!
//! One-shot bufferization follows what is written here to the letter, so no
//! buffer is allocated to be handed to the next iteration. It refuses a program
//! in which it cannot: where memory of an old value is what an inner loop works
//! on, it loses track of which comes first, the write here or a read of that
//! loop's result. Such inner loops get a copy, unless their result is the new
//! value itself.

use crate::ffi;
use crate::ir::{self, Builder, Op, Shaped, Value};
use crate::linalg::destination::{copy, destination, yielded_by_branches};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};

/// What to yield for the values that a loop carries (`old`, block arguments), so
/// that the next iteration finds `new`: tensors in the memory of `old`, scalars
/// as they are. `builder` is at the end of the loop's body.
///
/// Each new tensor is written by `bufferization.materialize_in_destination`. One
/// that may share memory with another old value goes before that one is
/// overwritten; values that were exchanged around a cycle are copied first.
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
    // A value for several places is computed in one, and copied to the others.
    for (position, index) in pending.iter().enumerate() {
        if pending[..position].iter().any(|earlier| new[*earlier] == new[*index]) {
            sources[*index] = copy(builder, new[*index]);
        }
    }
    // The old values that must survive until a new value is written.
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
            // A cycle: a copy of one of its values frees what that one reads.
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

fn is_tensor(value: Value) -> bool {
    Shaped::of(value.r#type()).is_some()
}

fn key(op: Op) -> usize {
    op.to_raw().ptr as usize
}

fn is_loop(op: Op) -> bool {
    matches!(ir::op_name(op), "scf.for" | "scf.while" | "scf.forall")
}

/// The first operand of a loop that it carries.
fn first_init(op: Op) -> usize {
    if ir::op_name(op) == "scf.for" { 3 } else { 0 }
}

/// Stands for memory around a loop, where numbers stand for the old values.
const AROUND: usize = usize::MAX;

/// The operations of a loop's body, in order.
struct Body<'a> {
    ops: Vec<Op<'a>>,
    order: HashMap<usize, usize>,
}

impl<'a> Body<'a> {
    fn of(builder: Builder<'a>) -> Self {
        let ops = ir::ops(builder.block());
        let order = ops.iter().enumerate().map(|(index, op)| (key(*op), index)).collect();
        Self { ops, order }
    }

    /// Which operation of the body `op` is, or is nested in.
    fn position(&self, op: Op<'a>) -> Option<usize> {
        std::iter::successors(Some(op), |op| op.parent_operation())
            .find_map(|op| self.order.get(&key(op)).copied())
    }

    /// Whether the new value `index` is `old` after inner loops updated it, without
    /// anyone needing `old`, or what came in between, again, also not as another new
    /// value. Returns those loops.
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
        let in_place = |user: Op, index: usize| key(user) == key(first) && index == operand;
        // What a loop makes of it would still be there.
        let earlier =
            |user: Op<'a>| !is_loop(user) && self.position(user).is_some_and(|at| at < start);
        let uses = ir::uses(old);
        uses.into_iter()
            .all(|(user, index)| in_place(user, index) || earlier(user))
            .then_some(loops)
    }

    /// Gives inner loops that would work in the memory of `old` copies to work
    /// in, but for those in `kept`.
    fn copy_for_inner_loops(&self, builder: Builder<'a>, old: &[Value<'a>], kept: &[Op<'a>]) {
        if old.is_empty() {
            return;
        }
        let nested = self.ops.iter().flat_map(|op| ir::walk(*op));
        for op in nested.filter(|op| is_loop(*op) && !kept.contains(op)) {
            for (position, init) in ir::operands(op).into_iter().enumerate().skip(first_init(op)) {
                if is_tensor(init) && !shared_with(init, old).is_empty() {
                    let copied = copy(Builder::before(builder.context(), op), init);
                    ffi::set_operand(op, position, copied);
                }
            }
        }
    }

    /// Copies what branches choose where that is one or another old value, or what the loop
    /// finds around it: bufferization would take these for one memory from there on.
    fn separate_choices(&self, builder: Builder<'a>, old: &[Value<'a>]) {
        // Inner choices first: outer ones choose among them.
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
                    ffi::set_operand(end, number, copied);
                }
            }
        }
    }

    /// Copies what branches choose, for a new value, of what the loop finds around it: its
    /// memory must not become that of a carried value, which other branches compute in.
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
                ffi::set_operand(end, number, copied);
            }
        }
    }
}

/// Which of `old` may be the memory of `value` after bufferization.
fn shared_with<'a>(value: Value<'a>, old: &[Value<'a>]) -> HashSet<usize> {
    let mut shared = origins(value, old, |_| true);
    shared.remove(&AROUND);
    shared
}

/// Which of `old` may be the memory of `value` after bufferization, and [`AROUND`] if that
/// may be of an operation that is not inside.
fn origins<'a>(
    value: Value<'a>,
    old: &[Value<'a>],
    is_inside: impl Fn(Op<'a>) -> bool,
) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !is_tensor(value) || !seen.insert(value.to_raw().ptr as usize) {
            continue;
        }
        if let Some(index) = old.iter().position(|old| *old == value) {
            found.insert(index);
        } else if ir::defining_op(value).is_some_and(&is_inside) {
            pending.extend(shared_operands(value));
        } else {
            found.insert(AROUND);
        }
    }
    found
}

/// The values whose memory `value` may be, as results of its operation go.
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
