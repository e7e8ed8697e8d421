// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memory of arguments and results.
//!
//! Arguments are borrowed through Python's buffer protocol. [`Tensor`] gives DLPack tensors a
//! buffer protocol. Results own their memory, and export it through the buffer protocol and through
//! DLPack.

mod dlpack;
mod ffi;
mod format;

pub use ffi::{Buffer, External, Tensor};
