// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory of a device, and memory that host and device share.

mod ffi;

pub use ffi::VulkanMemory;
