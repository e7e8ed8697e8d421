// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of StableHLO to HLO (source: XLA's `mlir_hlo_to_hlo.cc`, and its output for the same
//! programs).
//!
//! - The entry is `main` or, if there is no function with this name, the only public function. A
//!   called function becomes one computation. A single result remains an array. Several results, or
//!   none, become a tuple, as in `jax.jit(f).lower().compiler_ir("hlo")`.
//! - A region becomes a computation. Regions of control flow take captured values as additional
//!   arguments, and captured constants are copied into the computation. Several arguments of
//!   control flow become a tuple.
//! - An operation without attributes and regions, according to its ODS record, becomes the
//!   instruction of the same name. Each other family of operations has a separate file.
//! - Locations become metadata, which consists of names, files and lines.
//!
//! Operations, types and attributes that HLO cannot represent are errors. The export omits only
//! attributes that do not affect the computation, such as `no_inline`.

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
/// Fails if HLO has no equivalent of an operation, type or attribute. The error contains its
/// location.
pub fn export(module: &Module<'_>) -> Result<HloModule, Error> {
    function::module(module)
}
