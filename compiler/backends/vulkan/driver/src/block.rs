// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Blocks of memory that the Vulkan driver has allocated, on the device or on the host.

mod ffi;

pub use ffi::{Block, Place};
