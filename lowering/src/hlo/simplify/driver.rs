// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Applies rules until none does, by a worklist: after a rewrite only what it made
//! and what uses its results is looked at again.

use super::matching::Match;
use super::rules::{self, Rule};
use crate::hlo::ffi::address;
use crate::ir::{self, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::{HashMap, HashSet};

/// Rewrites for each operation of the program, on average, after which rules that
/// undo each other are taken for the cause and the rest is left as it is.
const REWRITES: usize = 64;

/// Simplifies everything nested in `root`.
pub fn simplify<'a>(context: &'a Context, root: Op<'a>) {
    let rules = rules::by_name();
    let mut walked = ir::walk(root);
    let known = walked.iter().skip(1).map(|op| address(*op)).collect();
    let mut worklist = Worklist { known, ..Worklist::default() };
    let limit = REWRITES * (walked.len() + 16);
    // Popped in program order: producers before users.
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
        let Some(name) = ir::op_name(op).strip_prefix("stablehlo.") else { continue };
        // Those that look at every operation are tried last.
        let named = rules.get(name).into_iter().flatten();
        let Some(found) = Match::new(context, op) else { continue };
        let mut rules = named.chain(rules::GENERAL);
        if let Some(values) = rules.find_map(|rule| rule(&found)) {
            replace(op, values, &mut worklist);
        }
    }
}

/// Operations to look at. An erased operation's address may come again, so what is
/// erased is taken out.
#[derive(Default)]
struct Worklist<'a> {
    stack: Vec<Op<'a>>,
    pending: HashSet<usize>,
    /// Every operation of the program, by which a rule's new ones are told.
    known: HashSet<usize>,
}

impl<'a> Worklist<'a> {
    fn push(&mut self, op: Op<'a>) {
        if self.pending.insert(address(op)) {
            self.stack.push(op);
        }
    }

    /// Pushes an operation that is part of what is simplified.
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

    /// Pushes the operations that `values` come of and that a rule has just made,
    /// so that producers are popped before their users.
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

    /// Erases `op` and what is nested in it; what defines its operands may be dead.
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

/// Replaces the results of `op` by what a rule gives.
fn replace<'a>(op: Op<'a>, values: Vec<Value<'a>>, worklist: &mut Worklist<'a>) {
    let results = ir::results(op);
    let fits = values.len() == results.len()
        && values.iter().zip(&results).all(|(new, old)| new.r#type() == old.r#type());
    if !fits {
        // A type has what rules do not see, an encoding. What was made is dead, and goes.
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
    // What a region holds may decide about the operation that has it.
    worklist.push_known(op.parent_operation());
    worklist.erase(op);
    worklist.push_new(&values);
}

/// Erases an operation that nothing uses and that does nothing else.
fn erase_if_dead<'a>(op: Op<'a>, worklist: &mut Worklist<'a>) -> bool {
    let results = ir::results(op);
    if results.is_empty() || results.into_iter().any(ir::has_uses) || !rules::is_pure(op) {
        return false;
    }
    worklist.erase(op);
    true
}

/// Rules by the names of the operations they look at.
pub type RulesByName = HashMap<&'static str, Vec<Rule>>;
