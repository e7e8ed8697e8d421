// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies temporaries to results as soon as the temporaries are computed.
//!
//! Before: operations that compute and read `%t`, all others, `memref.copy %view_of_t, %result`
//! After:  operations that compute `%t`, `memref.copy %view_of_t, %result`, all others
//!
//! If a result is a slice of a temporary, the slice is copied to the memory of the result. If the
//! copy is at the end of the function, the whole temporary is live until then. An earlier copy needs
//! no additional memory, because the caller has already allocated the memory of the result.

use super::lifetime::aliases;
use super::slice_copies::is_copy;
use hloom_ir::facts;
use hloom_ir::{self as ir, Block, Op, Value};
use melior::ir::operation::OperationLike;
use std::collections::HashSet;

/// Moves each copy of a temporary to a result directly after the last operation that writes the
/// temporary. `body` is the block of `function`. Functions that do not take the memory of their
/// results as arguments remain unchanged.
pub fn hoist<'a>(function: Op<'a>, body: Block<'a>) {
    let inputs = ir::integer(function, facts::INPUTS).and_then(|count| usize::try_from(count).ok());
    let Some(inputs) = inputs else { return };
    let results: Vec<_> = ir::args(body).into_iter().skip(inputs).collect();
    for copy in ir::ops(body) {
        let [source, result] = ir::operands(copy)[..] else { continue };
        if !is_copy(copy) || !results.contains(&result) || ir::uses(result).len() != 1 {
            continue;
        }
        let Some((allocation, views)) = allocation_of(source, body) else { continue };
        let Some(writers) = writers(allocation, copy) else { continue };
        let before = writers.into_iter().filter(|writer| writer.is_before_in_block(copy));
        let later = |one: Op<'a>, other| if one.is_before_in_block(other) { other } else { one };
        let last = before.reduce(later);
        let mut next = last.and_then(|last| last.next_in_block());
        while next.is_some_and(|next| views.contains(&next)) {
            next = next.and_then(|next| next.next_in_block());
        }
        let Some(next) = next else { continue };
        for op in views.into_iter().rev().chain([copy]) {
            if next != op && next.is_before_in_block(op) {
                ir::move_before(op, next);
            }
        }
    }
}

/// Returns the allocation in `body` of which `value` is a view, and the chain of views between
/// them, the last view first. Returns `None` if there is no such allocation, or if a view has
/// dynamic offsets, sizes or strides.
fn allocation_of<'a>(value: Value<'a>, body: Block<'a>) -> Option<(Op<'a>, Vec<Op<'a>>)> {
    let (mut value, mut views) = (value, Vec::new());
    loop {
        let op = ir::defining_op(value).filter(|op| op.block() == Some(body))?;
        if ir::op_name(op) == "memref.alloc" {
            return Some((op, views));
        }
        let [viewed] = ir::operands(op)[..] else { return None };
        if !ir::is_view(op) {
            return None;
        }
        views.push(op);
        value = viewed;
    }
}

/// Returns the operations other than `copy` that may write the memory of an allocation. Returns
/// `None` if the memory escapes.
fn writers<'a>(allocation: Op<'a>, copy: Op<'a>) -> Option<Vec<Op<'a>>> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut pending = ir::results(allocation);
    while let Some(value) = pending.pop() {
        if !seen.insert(ir::value_address(value)) {
            continue;
        }
        for (user, operand) in ir::uses(value) {
            let through = aliases(user, allocation).ok()?;
            let is_view = !through.is_empty() && ir::dialect(user) == "memref";
            pending.extend(through);
            if !is_view && !only_reads(user, operand) {
                found.push(ir::beside(user, copy)?);
            }
        }
    }
    Some(found)
}

/// Returns true if an operation is known to only read its operand number `operand`.
fn only_reads(op: Op, operand: usize) -> bool {
    match ir::op_name(op) {
        "memref.load" => true,
        "memref.copy" => operand == 0,
        name if name.starts_with("linalg.") => {
            let outputs = ir::segment_size(op, 1).unwrap_or(usize::MAX);
            operand.saturating_add(outputs) < ir::operands(op).len()
        }
        _ => false,
    }
}
