// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device memory, and memory that the host and the device share.

mod ffi;

pub use ffi::VulkanMemory;
