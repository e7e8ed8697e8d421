// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! When the bytes of an allocation are needed.

use crate::ir::{self, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Numbers the operations of a function in execution order and tells lifetimes.
pub struct Lifetimes {
    /// First and one-past-last number of an operation with everything in it.
    spans: HashMap<usize, Range<usize>>,
}

impl Lifetimes {
    /// Numbers every operation nested in `function`.
    pub fn new(function: Op) -> Self {
        let mut spans = HashMap::new();
        number(function, &mut 0, &mut spans);
        Self { spans }
    }

    /// From the allocation to the last use of it or of anything that may alias
    /// it. Where such a use lies in a loop that the allocation is outside of,
    /// the lifetime lasts until the loop ends; so it does where the memory is
    /// carried around a loop. Of an error, the operation that the memory escapes through.
    pub fn of<'a>(&self, allocation: Op<'a>) -> Result<Range<usize>, Op<'a>> {
        let home = parent(allocation);
        let start = self.span(allocation).start;
        let mut end = self.span(allocation).end;
        let mut seen = HashSet::new();
        let mut pending = ir::results(allocation);
        while let Some(value) = pending.pop() {
            if !seen.insert(value.to_raw().ptr as usize) {
                continue;
            }
            for (user, _) in ir::uses(value) {
                end = end.max(self.span(self.ancestor_in(user, home)).end);
                pending.extend(aliases(user, allocation)?);
            }
        }
        Ok(start..end)
    }

    /// The operation around `op` (or `op`) whose parent is `home`; the function
    /// where `op` is outside of `home`, as users of what a branch yields are.
    fn ancestor_in<'a>(&self, op: Op<'a>, home: Option<Op<'a>>) -> Op<'a> {
        let mut current = op;
        while let Some(above) =
            parent(current).filter(|above| self.spans.contains_key(&key(*above)))
        {
            if home.is_some_and(|home| key(home) == key(above)) {
                return current;
            }
            current = above;
        }
        current
    }

    fn span(&self, op: Op) -> Range<usize> {
        self.spans[&key(op)].clone()
    }
}

/// The values through which `user` gives access to the memory of `allocation`,
/// which it uses.
fn aliases<'a>(user: Op<'a>, allocation: Op<'a>) -> Result<Vec<Value<'a>>, Op<'a>> {
    let name = ir::op_name(user);
    let through = match name {
        "func.return" => return Err(user),
        "scf.yield" | "scf.condition" => {
            let owner = parent(user).ok_or(user)?;
            let branches = matches!(ir::op_name(owner), "scf.if" | "scf.index_switch");
            // Memory allocated in a loop's body and handed to its next iteration
            // would be the same bytes as the next iteration's own.
            if !branches && encloses(owner, allocation) {
                return Err(user);
            }
            owner
        }
        _ => user,
    };
    let mut reached = ir::results(through);
    // A loop's region arguments may be its operands.
    if ir::op_name(through).starts_with("scf.") {
        let blocks = ir::regions(through).into_iter().flat_map(ir::blocks);
        reached.extend(blocks.flat_map(ir::args));
    }
    reached.retain(|value| is_memref(*value));
    Ok(reached)
}

fn encloses(outer: Op, inner: Op) -> bool {
    std::iter::successors(Some(inner), |op| parent(*op)).any(|op| key(op) == key(outer))
}

fn is_memref(value: Value) -> bool {
    melior::ir::r#type::MemRefType::try_from(value.r#type()).is_ok()
}

fn parent<'a>(op: Op<'a>) -> Option<Op<'a>> {
    op.parent_operation()
}

fn number(op: Op, next: &mut usize, spans: &mut HashMap<usize, Range<usize>>) {
    let start = *next;
    *next += 1;
    for block in ir::regions(op).into_iter().flat_map(ir::blocks) {
        for inner in ir::ops(block) {
            number(inner, next, spans);
        }
    }
    spans.insert(key(op), start..*next);
}

fn key(op: Op) -> usize {
    op.to_raw().ptr as usize
}
