// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies that a module is consistent: IDs can be resolved, instructions precede their users, and
//! shapes, literals and attributes are well formed.
//!
//! The verifier checks
//! - IDs: the IDs of computations are distinct, and so are the IDs of instructions within a
//!   computation;
//! - references: entry computation, roots, operands, control predecessors and called computations
//!   exist, instructions precede their users, and calls have no cycles;
//! - opcodes, and the numbers of their operands and called computations if the numbers are fixed;
//! - parameters: their numbers are consecutive from zero;
//! - shapes: sizes are in range, and layouts permute the dimensions;
//! - literals: the numbers of elements match their shapes, and the shapes match those of the
//!   instructions;
//! - shardings: the number of devices is the product of the dimensions, and axes are in the mesh;
//! - replica groups: the sizes of ranges are positive, the transpositions permute the sizes, and
//!   axes are in the mesh;
//! - the kinds of fusions and comparisons, and the dimension numbers of convolutions and paddings;
//! - schedules: each schedule orders all instructions of its computation.
//!
//! It does not check the semantics of operations, for example whether a result shape matches the
//! shapes of the operands, or whether dimension numbers match the ranks of the operands.

pub(crate) mod attributes;
mod calls;
mod error;
mod instructions;
mod module;
mod schedule;
mod shapes;
pub(crate) mod shardings;

pub use error::VerifyError;
pub(crate) use module::verify as module;
