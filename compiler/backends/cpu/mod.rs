// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The cpu platform: the host's processor, through LLVM.
//!
//! [`register`] makes it known: to `hloom_compiler::platform("cpu")` and its
//! lowering pipeline to `hlo-opt --pipeline=cpu`.

mod compiler;
mod executable;
mod ffi;
mod platform;

pub use compiler::CpuCompiler;
pub use platform::{CpuPlatform, register};
