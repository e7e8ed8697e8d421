// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Worklist driver for the simplification rules.
//!
//! The driver applies rules until none matches. A rewrite puts the operations that it may affect
//! on the worklist again: new operations, users of the results, producers of the operands, and the
//! parent.

use super::matching::Match;
use super::purity::is_pure;
use super::rules;
use hloom_ir::address;
use hloom_ir::{self as ir, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashSet;

/// Limit on the average number of visits per operation. Beyond this limit, rules are assumed to
/// undo each other, and the rest of the program is left unchanged.
const REWRITES: usize = 64;

/// Simplifies all operations nested in `root`.
pub fn simplify<'a>(context: &'a Context, root: Op<'a>) {
    let rules = rules::by_kind();
    let mut walked = ir::walk(root);
    let known = walked.iter().skip(1).map(|op| address(*op)).collect();
    let mut worklist = Worklist { known, ..Worklist::default() };
    let limit = REWRITES * (walked.len() + 16);
    // Operations are popped in program order: producers before users.
    walked.reverse();
    for op in walked {
        if address(op) != address(root) {
            worklist.push(op);
        }
    }
    for _ in 0..limit {
        let Some(op) = worklist.pop() else { return };
        if erase_if_dead(op, &mut worklist) {
            continue;
        }
        let Some(found) = Match::new(context, op) else { continue };
        // Rules for all operations are tried last.
        let own = rules.get(&found.kind).into_iter().flatten();
        let mut rules = own.chain(rules::GENERAL);
        if let Some(values) = rules.find_map(|rule| rule(&found)) {
            replace(op, values, &mut worklist);
        }
    }
}

/// Operations to visit. The address of an erased operation may be reused, so an erased
/// operation is removed from all sets.
#[derive(Default)]
struct Worklist<'a> {
    stack: Vec<Op<'a>>,
    pending: HashSet<usize>,
    /// Addresses of all operations of the program. An operation with another address has just been
    /// created by a rule.
    known: HashSet<usize>,
}

impl<'a> Worklist<'a> {
    fn push(&mut self, op: Op<'a>) {
        if self.pending.insert(address(op)) {
            self.stack.push(op);
        }
    }

    /// Adds an operation to the worklist if it is part of the simplified program.
    fn push_known(&mut self, op: Option<Op<'a>>) {
        if let Some(op) = op.filter(|op| self.known.contains(&address(*op))) {
            self.push(op);
        }
    }

    fn pop(&mut self) -> Option<Op<'a>> {
        while let Some(op) = self.stack.pop() {
            if self.pending.remove(&address(op)) {
                return Some(op);
            }
        }
        None
    }

    /// Pushes the new operations that define `values`, and their new producers. Producers are
    /// popped before their users.
    fn push_new(&mut self, values: &[Value<'a>]) {
        for op in values.iter().copied().filter_map(ir::defining_op) {
            if self.known.insert(address(op)) {
                self.push(op);
                let inside: Vec<_> = ir::walk(op).into_iter().skip(1).collect();
                for op in &inside {
                    self.known.insert(address(*op));
                }
                for op in inside.into_iter().rev() {
                    self.push(op);
                }
                self.push_new(&ir::operands(op));
            }
        }
    }

    /// Erases `op` and nested operations, and pushes the producers of their operands, which may
    /// have become dead.
    fn erase(&mut self, op: Op<'a>) {
        let mut producers = Vec::new();
        for inner in ir::walk(op) {
            self.pending.remove(&address(inner));
            self.known.remove(&address(inner));
            producers.extend(ir::operands(inner).into_iter().filter_map(ir::defining_op));
        }
        let inside: HashSet<_> = ir::walk(op).into_iter().map(address).collect();
        ir::erase(op);
        for producer in producers {
            if !inside.contains(&address(producer)) {
                self.push(producer);
            }
        }
    }
}

/// Replaces the results of `op` by the values that a rule returns.
fn replace<'a>(op: Op<'a>, values: Vec<Value<'a>>, worklist: &mut Worklist<'a>) {
    let results = ir::results(op);
    let fits = values.len() == results.len()
        && values.iter().zip(&results).all(|(new, old)| new.r#type() == old.r#type());
    if !fits {
        // The type has an encoding, which rules do not see. The new operations are dead, and
        // are erased.
        worklist.push_new(&values);
        return;
    }
    for result in &results {
        for (user, _) in ir::uses(*result) {
            worklist.push(user);
        }
    }
    for (old, new) in results.iter().zip(&values) {
        ir::replace_all_uses(*old, *new);
    }
    // A rule for the parent may depend on the operations in its regions.
    worklist.push_known(op.parent_operation());
    worklist.erase(op);
    worklist.push_new(&values);
}

/// Erases `op` if it is pure and its results have no uses. Returns true if `op` was erased.
fn erase_if_dead<'a>(op: Op<'a>, worklist: &mut Worklist<'a>) -> bool {
    let results = ir::results(op);
    if results.is_empty() || results.into_iter().any(ir::has_uses) || !is_pure(op) {
        return false;
    }
    worklist.erase(op);
    true
}
