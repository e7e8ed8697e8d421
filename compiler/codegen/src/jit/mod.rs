// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Code for the host's processor, compiled just in time: all of a platform but its pipeline.

mod compiler;
mod executable;
mod ffi;
mod platform;
mod transfer_manager;

pub use compiler::JitCompiler;
pub use platform::JitPlatform;
pub use transfer_manager::HostTransfers;
