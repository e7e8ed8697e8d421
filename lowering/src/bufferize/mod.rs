// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From tensors to memrefs, and from memrefs to one arena.

pub mod align_loops;
pub mod assign_buffers;
pub mod copies_to_linalg;
pub mod destinations;
pub mod library_reads;
pub mod selects_to_linalg;
pub mod splats_to_fills;
pub mod unshare_destinations;

mod argument_memory;
mod lifetime;
mod packing;
mod result_memory;
mod task_memory;
