// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Computes the lifetimes of allocations.
//!
//! Operations are numbered in program order, so a lifetime is a range of numbers. It extends to the
//! last use of the memory through any alias, and to the end of a loop that uses memory from
//! outside.

use hloom_ir::{self as ir, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The numbers of a function's operations, from which lifetimes follow.
pub struct Lifetimes {
    /// The range of the numbers of each operation and of all operations inside it, by the address
    /// of the operation.
    spans: HashMap<usize, Range<usize>>,
}

impl Lifetimes {
    /// Numbers `function` and all operations inside it.
    pub fn new(function: Op) -> Self {
        let mut spans = HashMap::new();
        number(function, &mut 0, &mut spans);
        Self { spans }
    }

    /// Returns the lifetime of an allocation: the range of numbers from the first to the last use
    /// of the memory or of an alias. Creating a view does not begin the lifetime.
    ///
    /// If a use is in a loop and the allocation is outside it, the lifetime covers the whole
    /// loop. It also covers a loop that carries the memory.
    ///
    /// # Errors
    ///
    /// Returns the operation through which the memory escapes from the function, or from the loop
    /// iteration that allocates it.
    pub fn of<'a>(&self, allocation: Op<'a>) -> Result<Range<usize>, Op<'a>> {
        let home = parent(allocation);
        // CSE merges and hoists empty tensors, so an allocation may stand long before its first use.
        let mut start = None;
        let mut end = self.span(allocation).end;
        let mut seen = HashSet::new();
        let mut pending = ir::results(allocation);
        while let Some(value) = pending.pop() {
            if !seen.insert(ir::value_address(value)) {
                continue;
            }
            for (user, _) in ir::uses(value) {
                let span = self.span(self.ancestor_in(user, home));
                end = end.max(span.end);
                let reached = aliases(user, allocation)?;
                let is_view = !reached.is_empty() && ir::dialect(user) == "memref";
                if !is_view {
                    start = Some(start.unwrap_or(span.start).min(span.start));
                }
                pending.extend(reached);
            }
        }
        Ok(start.unwrap_or(self.span(allocation).start)..end)
    }

    /// Returns the number of an operation in program order.
    ///
    /// # Panics
    ///
    /// Panics if the operation was created after [`Lifetimes::new`].
    pub fn position(&self, op: Op) -> usize {
        self.span(op).start
    }

    /// Returns `op` itself or its ancestor whose parent is `home`. Returns the function if `op` is
    /// outside `home`, such as the user of a value that a branch yields.
    fn ancestor_in<'a>(&self, op: Op<'a>, home: Option<Op<'a>>) -> Op<'a> {
        let mut current = op;
        while let Some(above) =
            parent(current).filter(|above| self.spans.contains_key(&ir::address(*above)))
        {
            if home.is_some_and(|home| ir::address(home) == ir::address(above)) {
                return current;
            }
            current = above;
        }
        current
    }

    /// Returns the numbers of an operation and of all operations inside it.
    ///
    /// # Panics
    ///
    /// Panics if the operation was created after [`Lifetimes::new`].
    pub fn span(&self, op: Op) -> Range<usize> {
        self.spans[&ir::address(op)].clone()
    }
}

/// Returns the values through which `user`, which uses the memory of `allocation`, gives access to
/// this memory.
///
/// # Errors
///
/// Returns `user` if the memory escapes through it.
pub fn aliases<'a>(user: Op<'a>, allocation: Op<'a>) -> Result<Vec<Value<'a>>, Op<'a>> {
    let name = ir::op_name(user);
    let through = match name {
        "func.return" => return Err(user),
        "scf.yield" | "scf.condition" => {
            let owner = parent(user).ok_or(user)?;
            let branches = matches!(ir::op_name(owner), "scf.if" | "scf.index_switch");
            // If a loop's body allocates memory and carries it to the next iteration, that
            // iteration would allocate the same bytes.
            if !branches && encloses(owner, allocation) {
                return Err(user);
            }
            owner
        }
        _ => user,
    };
    let mut reached = ir::results(through);
    // A loop's region arguments may alias its operands.
    if ir::op_name(through).starts_with("scf.") {
        let blocks = ir::regions(through).into_iter().flat_map(ir::blocks);
        reached.extend(blocks.flat_map(ir::args));
    }
    reached.retain(|value| is_memref(*value));
    Ok(reached)
}

fn encloses(outer: Op, inner: Op) -> bool {
    std::iter::successors(Some(inner), |op| parent(*op))
        .any(|op| ir::address(op) == ir::address(outer))
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
    spans.insert(ir::address(op), start..*next);
}
