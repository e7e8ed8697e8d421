// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How long code becomes, once functions like logarithms are expanded: what LLVM does with a
//! function takes longer than in proportion to its length.

use crate::ir::{self, Op};

/// Operations that a function comes to: about as many, real or complex.
const FUNCTION: usize = 16;

/// How many operations these come to.
pub fn expanded<'a>(ops: impl IntoIterator<Item = Op<'a>>) -> usize {
    let lengths = ops.into_iter().map(|op| if is_function(ir::op_name(op)) { FUNCTION } else { 1 });
    lengths.sum()
}

/// Whether an operation evaluates a function by many others.
pub fn is_function(name: &str) -> bool {
    (name.starts_with("math.") && !matches!(name, "math.absf" | "math.copysign" | "math.fma"))
        || name.starts_with("complex.")
}
