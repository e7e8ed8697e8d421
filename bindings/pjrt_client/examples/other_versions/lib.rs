// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Plugins with versions of PJRT's interface that a caller must refuse.

mod ffi;

pub use ffi::GetPjrtApi;
