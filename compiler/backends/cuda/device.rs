// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices of the driver: memory, streams, events and kernels.

pub mod driver;
mod event;
mod executor;
mod stream;

pub use executor::CudaExecutor;
