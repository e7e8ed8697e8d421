// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The type of simplification rules, and the index of rules by the operation that they match.

use super::matching::Match;
use hloom_dialects::op::Op as Kind;
use hloom_ir::Value;
use std::collections::HashMap;

/// A rule. It returns the values that replace the results of an operation, if the rule applies.
pub type Rule = for<'a> fn(&Match<'a>) -> Option<Vec<Value<'a>>>;

/// Rules, indexed by the operation that they match.
pub type RulesByKind = HashMap<Kind, Vec<Rule>>;
