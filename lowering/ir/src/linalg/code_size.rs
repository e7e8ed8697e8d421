// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Estimated code size after math expansion, in operations.
//!
//! LLVM's compile time for a function grows faster than linearly in the function's size. Passes use
//! this estimate to keep functions small: one logarithm, for example, expands to many operations.

use crate::{self as ir, Op};

/// Returns the estimated number of operations after all of `ops` are expanded.
pub fn expanded<'a>(ops: impl IntoIterator<Item = Op<'a>>) -> usize {
    ops.into_iter().map(|op| code_size(ir::op_name(op))).sum()
}

/// Returns the estimated number of operations in the expansion of one operation.
fn code_size(name: &str) -> usize {
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
