// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes that make dynamic shapes static if the sizes can be computed before the program runs.
//!
//! A program that was exported with symbolic sizes has known sizes once its arguments are
//! known. Three passes use the sizes, in this order. `hlo-refine-arguments` sets the types of the
//! arguments. `hlo-refine-shapes` propagates the sizes through the program.
//! `hlo-canonicalize-dynamism` replaces operations whose sizes are operands by operations whose
//! sizes are attributes.

pub mod canonicalize_dynamism;
pub mod refine_arguments;
pub mod refine_shapes;

mod calls;
mod custom_calls;
mod effects;
mod refine_calls;
mod sizes;

/// Target of the custom call between an argument with a refined type and its users, which expect a
/// dynamic type. Exports of JAX also contain this call.
const WRAPPER: &str = "stablehlo.shape_refinement_operand_wrapper";
