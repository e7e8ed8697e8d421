// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From dynamic shapes to static ones, where sizes are known after all: of a program
//! exported with symbolic sizes once its arguments are known.
//!
//! In order: `hlo-refine-arguments` says what the arguments are, `hlo-refine-shapes`
//! carries that through the program, `hlo-canonicalize-dynamism` replaces operations
//! whose sizes are operands by those whose sizes are attributes.

pub mod canonicalize_dynamism;
pub mod refine_arguments;
pub mod refine_shapes;

mod custom_calls;
mod sizes;

/// The custom call that stands between an argument of known type and a program that
/// expects it to be dynamic; JAX's exports have it, too.
const WRAPPER: &str = "stablehlo.shape_refinement_operand_wrapper";
