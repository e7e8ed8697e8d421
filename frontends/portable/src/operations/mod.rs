// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What is known of operations: the versions that have them, how many operands, results and
//! regions they have, and their properties.

mod definition;
mod inherent;
mod kind;
mod native;
mod vhlo;

pub use definition::{Arity, Definition, PropertyDefinition};
pub(crate) use inherent::{Inherent, merge_properties};
pub use kind::Kind;
pub(crate) use kind::element_type;

use crate::model::Name;

/// What is known of operations of a name.
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

/// All operations that are known, by dialect and name.
pub fn definitions() -> impl Iterator<Item = &'static Definition> {
    [native::BUILTIN, native::FUNC, native::SDY, vhlo::OPERATIONS].into_iter().flatten()
}
