// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Prepares tensors for bufferization, and assigns buffers after it.
//!
//! Upstream's one-shot bufferization converts tensors to memrefs. The passes on tensors prevent
//! copies that bufferization would insert, and conflicts that it would reject. The passes on
//! memrefs place all temporaries in one arena.

#![forbid(unsafe_code)]

pub mod assign_buffers;
pub mod copies_to_linalg;
pub mod normalize_while_iter_args;
pub mod order_operations;
pub mod overlap_collectives;
pub mod rematerialize;
pub mod results_to_out_params;
pub mod schedule_collectives;
pub mod selects_to_linalg;
pub mod sink_runtime_reads;
pub mod splats_to_fills;
pub mod unshare_destinations;

mod allocation_size;
mod argument_memory;
mod block_memory;
mod borders;
mod collectives;
mod early_copies;
mod least_memory;
mod lifetime;
mod packing;
mod report;
mod result_copies;
mod result_memory;
mod slice_copies;
mod task_memory;

use hloom_ir::pass::PassInfo;

/// Returns the passes of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &order_operations::PASS,
        &rematerialize::PASS,
        &schedule_collectives::PASS,
        &normalize_while_iter_args::PASS,
        &selects_to_linalg::PASS,
        &splats_to_fills::PASS,
        &unshare_destinations::PASS,
        &results_to_out_params::PASS,
        &sink_runtime_reads::PASS,
        &copies_to_linalg::PASS,
        &overlap_collectives::PASS,
        &assign_buffers::PASS,
    ]
}
