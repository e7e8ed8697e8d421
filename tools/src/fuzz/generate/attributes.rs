// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Formatting of attributes as MLIR text.

use std::fmt::Display;

/// Formats numbers as a list, as in `[1, 2]`.
pub fn list<T: Display>(items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
    format!("[{}]", items.join(", "))
}

/// Formats numbers as a dense array attribute, as in `array<i64: 1, 2>`.
pub fn array<T: Display>(items: &[T]) -> String {
    typed_array("i64", items)
}

/// Formats Booleans as a dense array attribute, as in `array<i1: true, false>`.
pub fn bools(items: &[bool]) -> String {
    typed_array("i1", items)
}

fn typed_array<T: Display>(ty: &str, items: &[T]) -> String {
    if items.is_empty() {
        return format!("array<{ty}>");
    }
    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
    format!("array<{ty}: {}>", items.join(", "))
}

/// Formats pairs as a dense attribute, as in `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`.
pub fn pairs(items: &[(i64, i64)]) -> String {
    let rows: Vec<_> = items.iter().map(|(low, high)| format!("[{low}, {high}]")).collect();
    let rows = if rows.is_empty() { String::new() } else { format!("[{}]", rows.join(", ")) };
    format!("dense<{rows}> : tensor<{}x2xi64>", items.len())
}
