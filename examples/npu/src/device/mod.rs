// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The accelerator as a device: memory, streams, events, kernels.

mod event;
mod executor;
mod kernel;
mod memory;
mod stream;
mod traffic;
mod worker;

pub use executor::NpuExecutor;
pub use kernel::{KernelBinary, NpuKernel};
pub use traffic::Traffic;

use crate::NAME;
use hloom_compiler::Error;
use std::fmt::Display;

/// What the device says when something is wrong.
pub fn failure(message: impl Display) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.to_string() }
}
