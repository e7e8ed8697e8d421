// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The differences between drivers.

mod ffi;

pub use ffi::Binding;
