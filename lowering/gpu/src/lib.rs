// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Passes for GPUs, from structured operations on memory to kernels and the program that launches
//! them.
//!
//! The *host program* consists of the operations of the entry function outside kernels: launches,
//! copies, runtime calls, and the control flow around them ([`host`]). Scalars of the host program
//! are in device memory, so that the host enqueues launches without waiting for results.

#![forbid(unsafe_code)]

pub mod check_accesses;
pub mod check_loop_ends;
pub mod copy_yielded_slices;
pub mod emit_kernel_entries;
pub mod emit_spirv_entries;
pub mod expand_control_flow;
pub mod gpu_to_host;
pub mod gpu_to_nvvm;
pub mod gpu_to_rocdl;
pub mod gpu_to_spirv;
pub mod host;
pub mod kernels_to_gpu;
pub mod map_to_threads;
pub mod matrix_unit;
pub mod memrefs_to_addresses;
pub mod scalars_to_memory;
pub mod shared_memory;
pub mod warpgroup_unit;

mod block_variables;
mod kernel_functions;
mod spirv;

use hloom_ir::pass::PassInfo;

/// Returns every pass of this crate.
pub fn passes() -> Vec<&'static PassInfo> {
    vec![
        &copy_yielded_slices::PASS,
        &map_to_threads::PASS,
        &scalars_to_memory::PASS,
        &kernels_to_gpu::PASS,
        &gpu_to_host::PASS,
        &gpu_to_nvvm::PASS,
        &gpu_to_nvvm::MARK,
        &gpu_to_rocdl::PASS,
        &gpu_to_rocdl::MARK,
        &check_accesses::PASS,
        &emit_kernel_entries::PASS,
        &gpu_to_spirv::PASS,
        &expand_control_flow::PASS,
        &check_loop_ends::PASS,
        &memrefs_to_addresses::PASS,
        &emit_spirv_entries::PASS,
    ]
}
