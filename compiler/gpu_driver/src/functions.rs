// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions of a driver, and the numbers that they return.

mod ffi;

pub use ffi::{Functions, Names};

use std::ffi::c_int;

/// The driver's number of a device, which may differ from the ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceNumber(pub c_int);

/// A number other than 0 that a function of the driver has returned.
///
/// The numbers with names are equal in `CUresult` of CUDA's `cuda.h`, and in `hipError_t` of HIP's
/// `hip_runtime_api.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code(pub c_int);

impl Code {
    /// `CUDA_ERROR_OUT_OF_MEMORY`, `hipErrorOutOfMemory`.
    pub const OUT_OF_MEMORY: Self = Self(2);
    /// `CUDA_ERROR_NO_DEVICE`, `hipErrorNoDevice`.
    pub const NO_DEVICE: Self = Self(100);
    /// `CUDA_ERROR_NOT_READY`, `hipErrorNotReady`: an event has not happened.
    pub const NOT_READY: Self = Self(600);

    /// Converts the result of a function.
    ///
    /// # Errors
    /// Returns the number unless it is 0.
    pub fn check(result: c_int) -> Result<(), Self> {
        if result == 0 { Ok(()) } else { Err(Self(result)) }
    }
}
