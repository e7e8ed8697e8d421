// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memory of arguments and results.
//!
//! Arguments are borrowed through Python's buffer protocol, and results own their memory and export
//! it through the buffer protocol and DLPack.

mod dlpack;
mod ffi;

pub use ffi::{Buffer, External};
