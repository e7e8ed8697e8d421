// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The accelerator as a device: memory, streams, events and kernels.

mod error;
mod event;
mod executor;
mod kernel;
mod memory;
mod shared;
mod stream;
mod traffic;
mod worker;

pub use error::failure;
pub use executor::NpuExecutor;
pub(crate) use executor::with_ordinal;
pub use kernel::{KernelBinary, NpuKernel};
pub use traffic::Traffic;
