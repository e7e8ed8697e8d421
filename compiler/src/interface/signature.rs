// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The signature of a compiled program.

use hloom_values::Shape;

/// The name of an entry function and the types of its arguments and results.
///
/// The types are static [`Shape`]s, or [`TensorSpec`](hloom_evaluator::TensorSpec)s if dimensions
/// may be dynamic.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Signature<T = Shape> {
    /// The function's name.
    pub name: String,
    /// The types of the arguments, in the order of the function's parameters.
    pub arguments: Vec<T>,
    /// The types of the results.
    pub results: Vec<T>,
}
