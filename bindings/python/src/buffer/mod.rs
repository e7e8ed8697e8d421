// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memory of arguments and results.
//!
//! Arguments are borrowed through Python's buffer protocol, to which [`Tensor`] converts DLPack.
//! Results own their memory, and export it through the buffer protocol and DLPack.

mod dlpack;
mod ffi;
mod format;

pub use ffi::{Buffer, External, Tensor};
