// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rules. Each rule follows these conventions:
//!
//! - Its name states its root operation and its effect, and the comment above it gives the
//!   identity.
//! - It holds for NaN, both zeros, infinities, integers that wrap, and every width.
//! - It builds no operations before it is certain that the rule applies.
//! - It expects a constant operand of a commutative operation on the right.
//! - It does not undo another rule. A comment describes the target form.

mod arithmetic;
mod batch_norm;
mod broadcast;
mod compare;
mod concatenate;
mod control_flow;
mod convert;
mod deprecated;
mod dilated_convolution;
mod dot;
mod dynamic_slice;
mod elementwise;
mod empty;
mod gather;
mod logic;
mod pad;
mod reduce;
mod reshape;
mod scatter;
mod select;
mod slice;
mod sort;
mod transpose;
mod window;
mod window_padding;

use super::rule::{Rule, RulesByKind};

/// Rules that are tried on operations of every kind.
pub const GENERAL: &[Rule] = &[empty::empty_result, elementwise::elementwise_of_broadcasts];

/// Returns all rules that match one kind of operation, by that kind.
pub fn by_kind() -> RulesByKind {
    let families = [
        arithmetic::RULES,
        batch_norm::RULES,
        broadcast::RULES,
        compare::RULES,
        concatenate::RULES,
        control_flow::RULES,
        convert::RULES,
        deprecated::RULES,
        dot::RULES,
        dynamic_slice::RULES,
        gather::RULES,
        logic::RULES,
        pad::RULES,
        reduce::RULES,
        reshape::RULES,
        scatter::RULES,
        select::RULES,
        slice::RULES,
        sort::RULES,
        transpose::RULES,
        window::RULES,
        window_padding::RULES,
        // Paddings join the convolution first.
        dilated_convolution::RULES,
    ];
    let mut rules = RulesByKind::new();
    for (kind, rule) in families.into_iter().flatten() {
        rules.entry(*kind).or_default().push(*rule);
    }
    rules
}
