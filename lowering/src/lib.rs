// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes from HLO to a target's dialect, lowering pipelines, and the registry
//! they are found in.
//!
//! One file a pass, one folder a level. A pass is a [`pass::PassInfo`]: a name,
//! options, and a function over the [`ir`] layer.

pub mod bufferize;
pub mod buffers_to_loops;
pub mod edited_pipeline;
pub mod expand_math;
pub mod given_pipeline;
pub mod hlo;
pub mod hlo_to_linalg;
pub mod ir;
pub mod linalg;
pub mod loops;
pub mod pass;
pub mod pipeline;
pub mod registry;
mod schedules;
pub mod target;

mod ffi;

pub use ffi::opt_main;

/// Every pass of this crate.
pub fn passes() -> Vec<&'static pass::PassInfo> {
    vec![
        &hlo::check_sizes::PASS,
        &hlo::legalize_composites::PASS,
        &hlo::expand_collectives::PASS,
        &hlo::partition::PASS,
        &hlo::partition::import_shardy::PASS,
        &hlo::expand_complex::PASS,
        &hlo::outline_bodies::PASS,
        &hlo::alias_results::PASS,
        &hlo::dynamism::refine_arguments::PASS,
        &hlo::dynamism::refine_shapes::PASS,
        &hlo::dynamism::canonicalize_dynamism::PASS,
        &hlo::legalize_elements::PASS,
        &hlo::expand_chlo::PASS,
        &hlo::expand_linear_algebra::PASS,
        &hlo::expand_rng::PASS,
        &hlo::fold_constants::PASS,
        &hlo::simplify::PASS,
        &hlo_to_linalg::PASS,
        &loops::reuse_operands::PASS,
        &loops::tile_and_fuse::PASS,
        &bufferize::align_loops::PASS,
        &bufferize::selects_to_linalg::PASS,
        &bufferize::splats_to_fills::PASS,
        &bufferize::unshare_destinations::PASS,
        &bufferize::destinations::PASS,
        &bufferize::library_reads::PASS,
        &bufferize::copies_to_linalg::PASS,
        &bufferize::assign_buffers::PASS,
        &expand_math::PASS,
        &expand_math::half::PASS,
        &buffers_to_loops::contraction::PASS,
        &target::outline_kernels::PASS,
        &target::emit_entry::PASS,
    ]
}
