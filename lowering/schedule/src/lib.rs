// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Schedules linalg operations for a backend.
//!
//! On tensors, the passes choose groups of operations to fuse, tile the groups for caches, and map
//! the tiles to threads. On memrefs, they lower contractions and transpositions to loops around
//! vector kernels.

pub mod contraction_to_loops;
pub mod copy_arguments;
pub mod fix_reduction_order;
mod group_shape;
mod groups;
mod machine_options;
pub mod map_parallel_loops;
mod overwrite;
pub mod pack_constants;
pub mod reuse_operands;
mod rounding;
mod selection;
mod shuffles;
mod softmax;
mod split_dimension;
mod split_reduction;
pub mod split_reductions;
mod tile_alternatives;
pub mod tile_and_fuse;
mod tile_dependence;
mod tile_sizes;
mod tile_time;
pub mod transposition_to_loops;
pub mod tuning;
pub mod unroll_reductions;

use hloom_ir::pass::PassInfo;

/// Returns the passes of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &copy_arguments::PASS,
        &reuse_operands::PASS,
        &split_reductions::PASS,
        &fix_reduction_order::PASS,
        &tile_and_fuse::PASS,
        &pack_constants::PASS,
        &contraction_to_loops::PASS,
        &transposition_to_loops::PASS,
        &unroll_reductions::PASS,
        &map_parallel_loops::PASS,
    ]
}
