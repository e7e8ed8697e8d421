// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The signatures of functions.

use crate::types::Type;

/// The name of a function, and the types of its arguments and results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name of the function. A program starts with the function `main`.
    pub name: String,
    /// The types of the function's arguments.
    pub arguments: Vec<Type>,
    /// The types of the function's results.
    pub results: Vec<Type>,
}
