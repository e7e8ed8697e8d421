// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices of the HIP runtime.

use crate::ffi::Hip;
use hloom_gpu_driver::Driver;
use hloom_stream_executor::Error;
use std::sync::Arc;

/// A device of the HIP runtime. Its [properties](hloom_gpu_driver::Device::properties) are the name of
/// its target, such as `gfx90a:sramecc+:xnack-`.
pub type Device = hloom_gpu_driver::Device<Hip>;

static DRIVER: Driver<Hip> = Driver::new();

/// Returns the number of devices.
///
/// # Errors
/// Fails if there is no HIP runtime, or if it cannot be used.
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
