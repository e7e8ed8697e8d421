// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From the LLVM dialect to machine code, for the host or for any triple:
//! [`Target`] says for what, [`LlvmModule`] is optimized and emitted, and
//! [`LoadedObject`] holds an object file in executable memory.

mod error;
mod ffi;
mod near;
mod target;
mod triple;

pub use error::Error;
pub use ffi::{LlvmModule, LoadedObject, Target, architectures, exit_on_fatal_error, llvm_version};
pub use target::{Machine, RelocationModel, TargetSpec};
