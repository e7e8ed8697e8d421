// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams on a device of a driver.

mod ffi;

pub use ffi::StreamHandle;
