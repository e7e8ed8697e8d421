// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The type of simplification rules, and their index by the operation that they match.

use super::matching::Match;
use hloom_dialects::op::Op as Kind;
use hloom_ir::Value;
use std::collections::HashMap;

/// A rule: returns the values that replace the results of an operation, if it applies.
pub type Rule = for<'a> fn(&Match<'a>) -> Option<Vec<Value<'a>>>;

/// Rules by the operation that they match.
pub type RulesByKind = HashMap<Kind, Vec<Rule>>;
