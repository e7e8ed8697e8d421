// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The driver: its devices, with their memory, streams, events and kernels.

mod ffi;

pub use ffi::{device, device_count};
