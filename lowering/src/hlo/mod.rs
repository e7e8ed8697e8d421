// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Target-independent passes on HLO.

pub mod alias_results;
pub mod check_sizes;
pub mod cost;
pub mod dynamism;
pub mod expand_chlo;
pub mod expand_collectives;
pub mod expand_complex;
pub mod expand_linear_algebra;
pub mod expand_rng;
pub mod fold_constants;
pub mod legalize_composites;
pub mod legalize_elements;
pub mod outline_bodies;
pub mod partition;
pub mod simplify;

mod build;
pub(crate) mod elements;
mod expr;
mod ffi;
mod words;
