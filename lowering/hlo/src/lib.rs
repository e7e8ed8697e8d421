// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Target-independent passes on StableHLO and CHLO.
//!
//! Each pass has its own file or folder. The other modules are shared: [`build`] creates
//! operations, [`elements`] reads and makes constants, and [`cost`] estimates the work of a
//! program.

#![forbid(unsafe_code)]

pub mod alias_results;
pub mod build;
pub mod cost;
pub mod dynamism;
pub mod elements;
pub mod expand_chlo;
pub mod expand_complex;
pub mod expand_linear_algebra;
pub mod expand_rng;
pub mod fold_constants;
pub mod legalize_composites;
pub mod legalize_element_types;
pub mod simplify;
pub mod simplify_loops;
pub mod unroll_loops;
pub mod verify_sizes;

mod expr;
mod unsigned_tensor;

use hloom_ir::pass::PassInfo;

/// Returns all passes of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &verify_sizes::PASS,
        &legalize_composites::PASS,
        &expand_complex::PASS,
        &alias_results::PASS,
        &dynamism::refine_arguments::PASS,
        &dynamism::refine_shapes::PASS,
        &dynamism::canonicalize_dynamism::PASS,
        &legalize_element_types::PASS,
        &expand_chlo::PASS,
        &expand_linear_algebra::PASS,
        &expand_rng::PASS,
        &fold_constants::PASS,
        &simplify::PASS,
        &simplify_loops::PASS,
        &unroll_loops::PASS,
    ]
}
