// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The driver: its devices, and their handles.

mod ffi;

pub use ffi::{Device, EventHandle, Function, StreamHandle, device, device_count};
