// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory on a device of a driver.

mod ffi;

pub use ffi::Memory;
