// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions of a driver, and the result codes that they return.

mod ffi;

pub use ffi::{Functions, Names};

use std::ffi::c_int;

/// The number by which the driver identifies a device. It may differ from the ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceNumber(pub c_int);

/// An error number: a result other than 0 of a function of the driver.
///
/// The named numbers have the same values in `CUresult` of CUDA's `cuda.h` and in `hipError_t` of
/// HIP's `hip_runtime_api.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub c_int);

impl Code {
    /// The error `CUDA_ERROR_OUT_OF_MEMORY` or `hipErrorOutOfMemory`: there is too little memory.
    pub const OUT_OF_MEMORY: Self = Self(2);
    /// The error `CUDA_ERROR_NO_DEVICE` or `hipErrorNoDevice`: the driver finds no device.
    pub const NO_DEVICE: Self = Self(100);
    /// The result `CUDA_ERROR_NOT_READY` or `hipErrorNotReady`: an event has not happened yet.
    pub const NOT_READY: Self = Self(600);

    /// Converts the result of a function of the driver: 0 is success.
    ///
    /// # Errors
    /// Returns the result as an error number if it is not 0.
    pub fn check(result: c_int) -> Result<(), Self> {
        if result == 0 { Ok(()) } else { Err(Self(result)) }
    }
}
