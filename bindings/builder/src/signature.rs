// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The signatures of functions.

use crate::types::Type;

/// The name and the types of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name; programs start with the function `main`.
    pub name: String,
    /// The types of the arguments.
    pub arguments: Vec<Type>,
    /// The types of the results.
    pub results: Vec<Type>,
}
