// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A cache of compiled pipelines, which is stored in a file for later processes.
//!
//! Drivers compile the SPIR-V of kernels to machine code, and return the result as data that later
//! processes can pass to the driver (`VkPipelineCache`). Devices live until the process exits and
//! are never dropped, so the data are saved after a module is loaded.

mod ffi;
mod file;
mod identity;

pub use ffi::PipelineCache;
pub use file::{CacheFile, folder};
pub use identity::DriverIdentity;
