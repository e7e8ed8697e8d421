// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs compiled GPU programs.
//!
//! A backend implements [`DriverDevice`](device::DriverDevice) on top of its driver, and
//! [`GpuExecutor`](device::GpuExecutor) makes it a stream executor. A [`GpuProgram`] is loaded on such
//! a device, and its plan says which kernels to launch. None of this needs MLIR or LLVM.
#![forbid(unsafe_code)]

mod commands;
pub mod device;
mod fingerprint;
mod host_functions;
mod program;

pub use fingerprint::fingerprint;
pub use host_functions::HostFunctions;
pub use program::{GpuProgram, LoadedProgram, RunBuffers};
