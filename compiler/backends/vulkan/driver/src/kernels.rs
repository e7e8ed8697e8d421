// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels: compute pipelines.

mod ffi;

pub use ffi::Pipeline;
