// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Free names for the symbols that passes add to a module.
//!
//! MLIR rejects a module with two symbols of the same name, and a program may use arbitrary names.
//! A pass that adds functions therefore requests unused names from this module. Later passes derive
//! further names from function names: the entry of the kernel `main_kernel_0` is
//! `main_kernel_0_entry`. Executables look up derived names, so these must be unused as well. A
//! name is therefore free only if no symbol has this name, or a name that begins with it and `_`.

use crate::{self as ir, Op};
use std::collections::BTreeSet;

/// The names of the symbols of a module.
#[derive(Debug)]
pub struct SymbolNames(BTreeSet<String>);

impl SymbolNames {
    /// Collects the names of the symbols directly in `module`.
    pub fn of(module: Op) -> Self {
        let symbols = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        Self(symbols.filter_map(ir::symbol_name).collect())
    }

    /// Returns a free name for a new symbol, and adds it. The name consists of `prefix` and a
    /// number, which is `count` or the next number whose name is free. Advances `count` beyond this
    /// number.
    pub fn add_numbered(&mut self, prefix: &str, count: &mut usize) -> String {
        loop {
            let name = format!("{prefix}{count}");
            *count += 1;
            if self.is_free(&name) {
                self.0.insert(name.clone());
                return name;
            }
        }
    }

    /// Returns true if no symbol has this name or a name that a pass may derive from it.
    fn is_free(&self, name: &str) -> bool {
        let derived = format!("{name}_");
        let next = self.0.range(derived.clone()..).next();
        !self.0.contains(name) && next.is_none_or(|next| !next.starts_with(&derived))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_symbols_and_their_prefixes_are_not_free() {
        let symbols = ["f_kernel_0", "f_kernel_2_entry", "f_kernel_30", "f_kernel_3.x", "g"];
        let mut names = SymbolNames(symbols.map(str::to_owned).into());
        let mut count = 0;
        assert_eq!(names.add_numbered("f_kernel_", &mut count), "f_kernel_1");
        assert_eq!(names.add_numbered("f_kernel_", &mut count), "f_kernel_3");
        assert_eq!(count, 4);
        assert_eq!(names.add_numbered("f_kernel_", &mut 0), "f_kernel_4");
        assert_eq!(names.add_numbered("g_kernel_", &mut 0), "g_kernel_0");
    }
}
