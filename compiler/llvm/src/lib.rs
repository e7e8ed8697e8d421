// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates machine code from the LLVM dialect, for the host or for any triple.
//!
//! A [`Target`] selects triple, CPU and features. [`LlvmModule`] translates, optimizes and emits
//! one module, and [`ObjectEmitter`] emits several modules in sequence. [`LoadedObject`] links
//! object files into executable memory of this process.

mod dot_products;
mod error;
mod ffi;
mod freeze_invariants;
mod host;
mod loaded_object;
mod object_emitter;
mod passes;
mod split;
mod suggestions;
mod target;
mod triple;

pub use dot_products::DotProduct;
pub use error::Error;
pub use ffi::{LlvmModule, Target, architectures, exit_on_fatal_error, llvm_version};
pub use loaded_object::LoadedObject;
pub use object_emitter::ObjectEmitter;
pub use target::{Machine, RelocationModel, TargetSpec};
