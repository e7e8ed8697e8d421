// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Schedules: which operations share a loop nest, and how it is cut for threads.

pub mod reuse_operands;
pub mod tile_and_fuse;

mod following;
mod groups;
mod overwrite;
mod tile_sizes;
