// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Target-independent passes on StableHLO and CHLO.
//!
//! Each pass has its own file or folder. The other modules are shared: [`build`] creates
//! operations, [`elements`] reads and creates constants, and [`cost`] estimates the work of a
//! program.

#![forbid(unsafe_code)]

pub mod alias_results;
pub mod build;
pub mod convert_to_signless;
pub mod cost;
pub mod dynamism;
pub mod elements;
pub mod expand_chlo;
pub mod expand_complex;
pub mod expand_linear_algebra;
pub mod expand_new_operations;
pub mod expand_quantized;
pub mod expand_rng;
pub mod fold_constants;
pub mod fold_shape_assertions;
pub mod fuse_quantized;
pub mod hlo_to_tosa;
pub mod instrument_with_probes;
pub mod legalize_composites;
pub mod legalize_deprecated_ops;
pub mod legalize_element_types;
pub mod optimize;
pub mod shape_to_hlo;
pub mod simplify;
pub mod simplify_loops;
pub mod split_scans;
pub mod unroll_loops;
pub mod verify_sizes;
pub mod wrap_in_composites;

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
        &split_scans::PASS,
        &optimize::PASS,
        &legalize_deprecated_ops::PASS,
        &fold_shape_assertions::PASS,
        &wrap_in_composites::PASS,
        &convert_to_signless::PASS,
        &expand_quantized::PASS,
        &fuse_quantized::PASS,
        &instrument_with_probes::PASS,
        &shape_to_hlo::PASS,
        &hlo_to_tosa::PASS,
        &expand_new_operations::PASS,
    ]
}
