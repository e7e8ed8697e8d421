// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the CUDA driver finds, with their memory, streams, events and kernels.
//!
//! The driver is loaded when a device is first used, so that building and linking need no CUDA. The
//! crate `hloom-gpu-driver` implements the devices. This crate finds the functions in the driver's
//! library and defines the differences from other drivers.

mod chips;
mod devices;
mod ffi;

pub use chips::{CHIPS, Chip};
pub use devices::{Device, device, device_count};

/// The name of the CUDA platform.
pub const NAME: &str = "cuda";
