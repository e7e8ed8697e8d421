// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifiers and type inference for all ops, according to the constraints of the specification.
//!
//! There is one module for each family of ops. [`verify`] and [`infer`] match exhaustively on the
//! op's family, which the ODS files define.
//!
//! # Rules for a family module
//!
//! ```text
//! pub fn verify(op: &OpView) -> Result<(), Violation> {
//!     check_results(op, &infer(op)?, "c5")          // for ops whose results are inferred
//! }
//! pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> { .. }
//! ```
//!
//! - Each check names its constraint in the specification: `slice_c3`. MLIR has already checked the
//!   type constraints of the ODS, so the verifiers do not repeat them. An operation may be invalid
//!   in every other way, and no verifier may panic.
//! - A dynamic dimension is compatible with every size; compare dimensions with
//!   [`compatible_dim`](crate::shape::compatible_dim).
//! - `infer` returns the most specific types that operands, attributes and regions imply. A
//!   declared result type is valid if [`accepts`](crate::shape::accepts) returns true for it and
//!   the inferred type. If the user chooses the result type, `infer` returns [`no_rule`], and
//!   `verify` checks the type.
//! - MLIR verifies the regions of an op before the op itself only if they are isolated from above.
//!   A verifier must therefore expect that a terminator is missing.

mod check;
mod chlo;
mod collective;
mod communication;
mod contraction;
mod control_flow;
mod convolution;
mod dimensions;
mod dynamic;
mod elementwise;
mod indexing;
mod interpreter;
mod linear_algebra;
mod product;
mod quant;
mod random;
mod reducers;
mod reduction;
mod results;
mod shape;
mod sharding;
mod windows;

pub use results::{check_results, no_rule};

use crate::{
    op::{Family, Op},
    op_view::{InferView, OpView},
    shape::Dim,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of an op and of its results.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op().family() {
        Family::Check => check::verify(op),
        Family::Chlo => chlo::verify(op),
        Family::Collective => collective::verify(op),
        Family::Communication => communication::verify(op),
        Family::Contraction | Family::Convolution => contraction::verify(op),
        Family::ControlFlow | Family::CustomCall => control_flow::verify(op),
        Family::Dynamic => dynamic::verify(op),
        Family::Elementwise => elementwise::verify(op),
        Family::Indexing | Family::Sort => indexing::verify(op),
        Family::Interpreter => interpreter::verify(op),
        Family::LinearAlgebra => linear_algebra::verify(op),
        Family::Quant => quant::verify(op),
        Family::Random => random::verify(op),
        Family::Reduction => reduction::verify(op),
        Family::Shape => shape::verify(op),
        Family::Sharding => sharding::verify(op),
    }
}

/// Checks the constraints on the symbols that an op refers to.
///
/// MLIR calls this function when it verifies the enclosing symbol table, because a verifier can
/// access the operations that the symbols name only then.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify_symbols(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::InterpreterRunParallel => interpreter::verify_functions(op),
        Op::StablehloComposite => control_flow::verify_decomposition(op),
        _ => Ok(()),
    }
}

/// Infers the result types from operands, attributes and regions.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op().family() {
        Family::Check => Ok(Vec::new()),
        Family::Chlo => chlo::infer(op),
        Family::Collective => collective::infer(op),
        Family::Communication => communication::infer(op),
        Family::Contraction | Family::Convolution => contraction::infer(op),
        Family::ControlFlow | Family::CustomCall => control_flow::infer(op),
        Family::Dynamic => dynamic::infer(op),
        Family::Elementwise => elementwise::infer(op),
        Family::Indexing | Family::Sort => indexing::infer(op),
        Family::Interpreter => Err(no_rule(op)),
        Family::LinearAlgebra => linear_algebra::infer(op),
        Family::Quant => quant::infer(op),
        Family::Random => random::infer(op),
        Family::Reduction => reduction::infer(op),
        Family::Shape => shape::infer(op),
        Family::Sharding => Err(no_rule(op)),
    }
}

/// Infers the result shape of an op whose result element type the user chooses.
///
/// Returns the dimensions, and the bounds of dynamic dimensions.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer_shape(op: &OpView) -> Result<(Vec<Dim>, Vec<Dim>), Violation> {
    match op.op().family() {
        Family::Contraction | Family::Convolution => contraction::shape(op),
        _ => Err(no_rule(op)),
    }
}

/// Returns true if an op is elementwise.
///
/// Each element of the result of an elementwise op depends only on scalar operands and on the
/// elements of the other operands at the same position. A `bitcast_convert` is elementwise only if
/// it keeps the shape, which this function does not check.
pub fn is_elementwise(op: Op) -> bool {
    op.family() == Family::Elementwise
}
