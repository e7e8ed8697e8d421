// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices of the CUDA driver.

use crate::ffi::Cuda;
use hloom_gpu_driver::Driver;
use hloom_stream_executor::Error;
use std::sync::Arc;

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
