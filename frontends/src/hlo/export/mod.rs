// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of StableHLO to HLO (source: XLA's `mlir_hlo_to_hlo.cc`, and its output for the same
//! programs).
//!
//! - The entry is `main`, or else the only public function. A called function becomes one
//!   computation. A single result stays an array; several results or none become a tuple, as in
//!   `jax.jit(f).lower().compiler_ir("hlo")`.
//! - A region becomes a computation. Regions of control flow take the values they capture as
//!   further arguments, and captured constants are copied into the computation. Several arguments
//!   of control flow become a tuple.
//! - An operation without attributes and regions becomes the instruction of the same name; the
//!   ODS records tell which operations these are. Each other family of operations has a file.
//! - Locations become metadata: names, and the file and line.
//!
//! The export drops nothing silently: operations, types and attributes that HLO cannot represent
//! are errors. Only attributes that do not affect the computation are left out, such as `no_inline`.

mod attributes;
mod calls;
mod collective;
mod composed;
mod constant;
mod contraction;
mod control_flow;
mod elementwise;
mod error;
mod exporter;
mod function;
mod indexing;
mod instruction;
mod linear_algebra;
mod metadata;
mod operation;
mod random;
mod reduction;
mod region;
mod scope;
mod shape;
mod shapes;
mod window;

use crate::Error;
use hloom_hlo::HloModule;
use melior::ir::Module;

/// Converts a program to HLO.
///
/// # Errors
/// Fails if HLO has no equivalent of an operation, type or attribute. The error has its location.
pub fn export(module: &Module<'_>) -> Result<HloModule, Error> {
    function::module(module)
}
