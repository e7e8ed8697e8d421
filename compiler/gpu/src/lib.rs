// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The code that all backends of GPUs share: pipeline, compiler and executables.
//!
//! A backend provides a [`GpuTarget`]: the last passes of the pipeline, and the code generator for
//! kernels. Its devices are [`StreamExecutor`](hloom_compiler::interface::StreamExecutor)s that
//! load the code, for example [`GpuExecutor`]s on top of a [`DriverDevice`].
//! [`GpuCompiler`] lowers a program, generates the code of its kernels, and turns the rest into a
//! [`Plan`](hloom_launch_plan::Plan), by which the executable launches the kernels. Object files have
//! [host code](HostDriver) instead of an executable.
//!
//! [`GpuExecutor`]: hloom_gpu_runtime::device::GpuExecutor
//! [`DriverDevice`]: hloom_gpu_runtime::device::DriverDevice

mod compiler;
mod executable;
mod host_code;
mod host_report;
mod pipeline;
mod plan;
mod platform;
pub mod spirv;
mod target;

pub use compiler::GpuCompiler;
pub use host_code::{HostContext, HostDriver, HostLoad, HostStatus};
pub use pipeline::GpuPipeline;
pub use platform::GpuPlatform;
pub use target::{CodeForm, GpuTarget};
