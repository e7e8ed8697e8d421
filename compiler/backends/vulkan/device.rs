// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the Vulkan loader finds, with their memory, streams, events and kernels.

mod ffi;
mod kernels;
mod memory;
mod stream;
mod validation;

pub use ffi::{Device, device, device_count};
