// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A cache of compiled pipelines, which a file keeps for later processes.
//!
//! Drivers compile the SPIR-V of kernels to machine code, and return the result as data that they
//! accept again (`VkPipelineCache`). Devices live until the process exits, which drops nothing, so
//! the data are saved after a module is loaded and not at the end.

mod ffi;
mod file;
mod identity;

pub use ffi::PipelineCache;
pub use file::{CacheFile, folder};
pub use identity::DriverIdentity;
