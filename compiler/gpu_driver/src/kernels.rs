// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels that are loaded on a device.

mod ffi;

pub use ffi::{Function, load};
