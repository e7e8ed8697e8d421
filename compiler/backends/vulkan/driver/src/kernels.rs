// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels of a Vulkan device, which are compute pipelines.

mod ffi;

pub use ffi::Pipeline;
