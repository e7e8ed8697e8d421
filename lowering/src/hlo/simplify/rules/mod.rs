// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The rules. How to write one:
//!
//! - name it for its root and what it does, and write the algebra above it;
//! - it must hold for NaN, both zeros, infinities, integers that wrap, every width;
//! - build nothing before it is clear that it applies;
//! - a constant operand of a commutative operation is on the right;
//! - it must not undo another rule: say which form it moves towards.

mod arithmetic;
mod batch_norm;
mod broadcast;
mod compare;
mod concatenate;
mod control_flow;
mod convert;
mod deprecated;
mod empty;
mod gather;
mod logic;
mod pad;
mod reshape;
mod select;
mod slice;
mod transpose;
mod window;

use super::driver::RulesByName;
use super::matching::Match;
use crate::ir::{self, Op, Value};

/// A rule: the values to replace the results of an operation by.
pub type Rule = for<'a> fn(&Match<'a>) -> Option<Vec<Value<'a>>>;

/// Rules for operations of every name.
pub const GENERAL: &[Rule] = &[empty::nothing];

/// Every other rule, by the names of the operations it looks at.
pub fn by_name() -> RulesByName {
    let families = [
        arithmetic::RULES,
        batch_norm::RULES,
        broadcast::RULES,
        compare::RULES,
        concatenate::RULES,
        control_flow::RULES,
        convert::RULES,
        deprecated::RULES,
        gather::RULES,
        logic::RULES,
        pad::RULES,
        reshape::RULES,
        select::RULES,
        slice::RULES,
        transpose::RULES,
        window::RULES,
    ];
    let mut rules = RulesByName::new();
    for (name, rule) in families.into_iter().flatten() {
        rules.entry(*name).or_default().push(*rule);
    }
    rules
}

/// StableHLO operations that do something besides giving results, or may not end.
const IMPURE: &[&str] = &[
    "all_gather",
    "all_reduce",
    "all_to_all",
    "async_done",
    "async_start",
    "collective_broadcast",
    "collective_permute",
    "collective_reduce",
    "composite",
    "cross-replica-sum",
    "custom_call",
    "infeed",
    "optimization_barrier",
    "outfeed",
    "partition_id",
    "recv",
    "reduce_scatter",
    "replica_id",
    "return",
    "rng",
    "send",
    "trace",
    "while",
];

/// Whether the operation may go when nothing uses its results.
pub fn is_pure(op: Op) -> bool {
    ir::walk(op).into_iter().all(|inner| {
        let name = ir::op_name(inner);
        let ours = name.strip_prefix("stablehlo.").or_else(|| name.strip_prefix("chlo."));
        let end = inner != op && name == "stablehlo.return";
        end || ours.is_some_and(|name| !IMPURE.contains(&name))
    })
}
