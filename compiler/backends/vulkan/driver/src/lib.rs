// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the Vulkan loader finds, with their memory, streams, events and kernels.
//!
//! The loader is loaded when a device is first used, so that building and linking do not require
//! Vulkan.

mod block;
mod capabilities;
mod driver;
mod ffi;
mod kernels;
mod lavapipe;
mod memory;
mod pipeline_cache;
mod stream;
mod validation;

pub use ffi::{Device, device, device_count};

use hloom_stream_executor::Error;

/// The name of the Vulkan platform.
pub const NAME: &str = "vulkan";

/// The format of the code of kernels and its version.
pub const CODE: &str = "SPIR-V 1.5";

/// The size in bytes of the shared memory that a thread block may use. Devices with less shared
/// memory are not supported; desktop devices have at least this size.
pub const SHARED_BYTES: u32 = 32 * 1024;

fn failed(message: impl Into<String>) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.into() }
}
