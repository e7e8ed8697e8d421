// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the HIP runtime finds, with their memory, streams, events and kernels.
//!
//! The runtime is loaded when a device is first used, so that building and linking need no ROCm.

mod chips;
mod device;

pub use chips::{CHIPS, Chip};
pub use device::{Device, device, device_count};

/// The platform's name.
pub const NAME: &str = "rocm";
