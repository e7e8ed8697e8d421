// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs and their functions.

use super::operation::Region;
use crate::Type;
use std::collections::BTreeMap;

/// A decoded module.
#[derive(Debug, Default)]
pub struct Program {
    pub(super) functions: BTreeMap<String, Function>,
}

/// A decoded function.
#[derive(Debug)]
pub struct Function {
    /// The symbol name of the function.
    pub name: String,
    /// The location of the function in the user's program.
    pub location: String,
    /// The types of the function's formal parameters.
    pub arguments: Vec<Type>,
    /// The types of the function's results.
    pub results: Vec<Type>,
    /// The operations of the function.
    pub(crate) body: Region,
    /// The number of slots of the function: one for each of its values, including the values of
    /// nested regions.
    pub(crate) slots: usize,
}

impl Program {
    /// Returns the function with the given name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.get(name)
    }
}
