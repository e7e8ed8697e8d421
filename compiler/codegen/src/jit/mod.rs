// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Just-in-time compilation for the host's processor: a complete platform, except for its pipeline.

mod compiled;
mod compiler;
mod executable;
mod ffi;
mod host_threads;
mod native;
mod platform;
mod targets;

pub use compiler::JitCompiler;
pub use platform::JitPlatform;
