// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The accelerator as a device: memory, kernels, and a queue from which `hloom-device` creates
//! streams.

mod error;
mod executor;
mod kernel;
mod memory;
mod queue;
mod shared;
mod traffic;

pub use error::failure;
pub use executor::NpuExecutor;
pub(crate) use executor::with_ordinal;
pub use kernel::{KernelBinary, NpuKernel};
pub use traffic::Traffic;
