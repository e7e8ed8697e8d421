// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory of a device.

mod ffi;

pub use ffi::Memory;
