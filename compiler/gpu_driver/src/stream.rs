// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams of a device.

mod ffi;

pub use ffi::StreamHandle;
