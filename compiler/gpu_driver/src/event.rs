// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events of a device.

mod ffi;

pub use ffi::EventHandle;
