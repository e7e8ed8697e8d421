// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the CUDA driver finds, with their memory, streams, events and kernels.
//!
//! The driver is loaded when a device is first used, so that building and linking need no CUDA. Its
//! devices are those of `hloom-gpu-driver`; this crate finds the driver's functions, and has the
//! differences from other drivers.

mod chips;
mod devices;
mod ffi;

pub use chips::{CHIPS, Chip};
pub use devices::{Device, device, device_count};

/// The platform's name.
pub const NAME: &str = "cuda";
