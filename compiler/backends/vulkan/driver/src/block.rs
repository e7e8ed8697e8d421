// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Blocks of memory on the device and on the host.

mod ffi;

pub use ffi::{Block, Place};
