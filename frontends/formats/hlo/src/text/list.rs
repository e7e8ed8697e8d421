// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writes lists of items with separators.

use std::fmt::{Display, Write as _};

/// Writes items with a separator between them.
pub fn join<T>(
    out: &mut String,
    items: &[T],
    separator: &str,
    mut item: impl FnMut(&mut String, &T),
) {
    for (position, element) in items.iter().enumerate() {
        if position > 0 {
            out.push_str(separator);
        }
        item(out, element);
    }
}

/// Returns the displayed items with a separator between them.
pub fn joined<T: Display>(items: &[T], separator: &str) -> String {
    let mut out = String::new();
    join(&mut out, items, separator, |out, item| {
        let _ = write!(out, "{item}");
    });
    out
}

/// Returns the items in braces: `{1,2,3}`.
pub fn braced<T: Display>(items: &[T]) -> String {
    format!("{{{}}}", joined(items, ","))
}
