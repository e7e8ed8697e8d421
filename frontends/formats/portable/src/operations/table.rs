// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lookup in the tables of all dialects.

use crate::model::Name;
use crate::operations::{Definition, native, vhlo};

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

/// Returns all definitions, sorted by dialect and name.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    [native::BUILTIN, native::FUNC, native::SDY, vhlo::OPERATIONS].into_iter().flatten()
}
