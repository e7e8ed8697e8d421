// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Describes the differences between GPU drivers.

mod ffi;

pub use ffi::Binding;
