// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verifies that a module is consistent: ids can be resolved, instructions come before their
//! users, and shapes, literals and attributes are well formed.
//!
//! The verifier checks
//! - ids: those of computations are distinct, as are those of instructions within a computation;
//! - references: entry computation, roots, operands, control predecessors and called computations
//!   exist, instructions come before their users, and calls have no cycle;
//! - opcodes, and the numbers of their operands and called computations where these are fixed;
//! - parameters: they are numbered from zero without a gap;
//! - shapes: sizes are in range, and layouts permute the dimensions;
//! - literals: they have as many elements as their shapes, and the shapes of their instructions;
//! - shardings: the number of devices is the product of the dimensions, and axes are in the mesh;
//! - replica groups: ranges have positive sizes and a permutation of them, axes are in the mesh;
//! - the kinds of fusions and comparisons, and the dimension numbers of convolutions and paddings;
//! - schedules: each orders all instructions of its computation.
//!
//! It does not check the semantics of operations: neither that a result shape follows from the
//! shapes of the operands, nor that dimension numbers fit the ranks of the operands.

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
