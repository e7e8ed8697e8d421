// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lookup in the tables of all dialects.

use crate::model::Name;
use crate::operations::{Definition, native, vhlo};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Returns the definition of an operation, or `None` if the operation is unknown.
pub fn definition(name: &Name) -> Option<&'static Definition> {
    let find = |table: &'static [Definition]| {
        let found = table.binary_search_by(|it| it.name.as_bytes().cmp(name.name.bytes())).ok()?;
        table.get(found)
    };
    [vhlo::OPERATIONS, native::BUILTIN, native::FUNC, native::SDY]
        .into_iter()
        .filter(|table| name.dialect == *table[0].dialect)
        .find_map(find)
}

/// Returns the name of an operation of VHLO without its version: `add` for `add_v1`.
pub fn unversioned(name: &str) -> &str {
    name.rsplit_once("_v").map_or(name, |(name, _)| name)
}

/// Returns the definition in the current version of VHLO of an operation whose name, such as `add`,
/// has neither a dialect nor a version. Returns `None` if the current version lacks the operation.
pub fn current(name: &str) -> Option<&'static Definition> {
    static CURRENT: OnceLock<HashMap<&str, &Definition>> = OnceLock::new();
    let current = CURRENT.get_or_init(|| {
        let known = vhlo::OPERATIONS.iter().filter(|it| it.until.is_none());
        known.map(|definition| (unversioned(definition.name), definition)).collect()
    });
    current.get(name).copied()
}

/// Returns all definitions, sorted by dialect and name.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    [native::BUILTIN, native::FUNC, native::SDY, vhlo::OPERATIONS].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn current_operations_are_found_by_their_names() {
        let all = vhlo::OPERATIONS.iter().filter(|it| it.until.is_none());
        for definition in all {
            let found = current(unversioned(definition.name)).expect("it is current");
            assert_eq!(found.name, definition.name);
        }
        assert_eq!(current("tanh").map(|it| it.name), Some("tanh_v2"));
        assert!(current("tanh_v2").is_none() && current("").is_none());
    }
}
