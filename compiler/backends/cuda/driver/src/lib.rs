// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices that the CUDA driver finds, with their memory, streams, events and kernels.
//!
//! The driver is loaded when a device is first used, so that building and linking need no CUDA. Its
//! devices are those of `hloom-gpu-driver`; this crate finds the driver's functions, and has the
//! differences from other drivers.

mod chips;
mod ffi;

pub use chips::{CHIPS, Chip};

use ffi::Cuda;
use hloom_gpu_driver::Driver;
use hloom_stream_executor::Error;
use std::sync::Arc;

/// The platform's name.
pub const NAME: &str = "cuda";

/// A device of the CUDA driver. Its [properties](hloom_gpu_driver::Device::properties) are the major and
/// minor number of its compute capability.
pub type Device = hloom_gpu_driver::Device<Cuda>;

static DRIVER: Driver<Cuda> = Driver::new();

/// Returns the number of CUDA devices.
///
/// # Errors
/// Fails if there is no driver, or if it cannot be used.
pub fn device_count() -> Result<usize, Error> {
    DRIVER.device_count()
}

/// Returns the device with an ordinal.
///
/// # Errors
/// Fails if there is no such device, or if it cannot be used.
pub fn device(ordinal: usize) -> Result<Arc<Device>, Error> {
    DRIVER.device(ordinal)
}
