// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the HIP runtime finds, with their memory, streams, events and kernels.
//!
//! The runtime is loaded when a device is first used, so that building and linking need no ROCm.
//! The crate `hloom-gpu-driver` implements the devices. This crate finds the functions in the
//! runtime's library and defines the differences from other drivers.

mod chips;
mod code_object;
mod devices;
mod ffi;

pub use chips::{CHIPS, Chip};
pub use devices::{Device, device, device_count};

/// The name of the ROCm platform.
pub const NAME: &str = "rocm";
