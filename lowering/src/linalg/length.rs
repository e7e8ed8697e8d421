// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How long code becomes, once functions like logarithms are expanded: what LLVM does with a
//! function takes longer than in proportion to its length.

use crate::ir::{self, Op};

/// How many operations these come to.
pub fn expanded<'a>(ops: impl IntoIterator<Item = Op<'a>>) -> usize {
    ops.into_iter().map(|op| length(ir::op_name(op))).sum()
}

/// About how many operations one comes to.
fn length(name: &str) -> usize {
    match name.split_once('.') {
        Some(("math", "absf" | "absi" | "ceil" | "copysign" | "floor" | "fma" | "sqrt")) => 1,
        Some(("math", "round" | "roundeven" | "trunc")) => 1,
        Some(("complex", "bitcast" | "constant" | "create" | "im" | "re")) => 1,
        Some(("complex", "add" | "conj" | "eq" | "neg" | "neq" | "sub")) => 2,
        Some(("complex", "mul")) => 6,
        Some(("math" | "complex", _)) => 16,
        _ => 1,
    }
}
