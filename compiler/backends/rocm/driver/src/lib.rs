// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the HIP runtime finds, with their memory, streams, events and kernels.
//!
//! The runtime is loaded when a device is first used, so that building and linking need no ROCm. Its
//! devices are those of `hloom-gpu-driver`; this crate finds the runtime's functions, and has the
//! differences from other drivers.

mod chips;
mod code_object;
mod devices;
mod ffi;

pub use chips::{CHIPS, Chip};
pub use devices::{Device, device, device_count};

/// The platform's name.
pub const NAME: &str = "rocm";
