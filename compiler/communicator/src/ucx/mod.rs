// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication over the library UCX.

mod ffi;

pub use ffi::Worker;
