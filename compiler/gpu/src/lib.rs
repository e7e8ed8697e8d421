// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The code that all backends of GPUs share: pipeline, compiler and executables.
//!
//! A backend provides a [`GpuTarget`]: the last passes of the pipeline, and the code generator for
//! kernels. Its devices are [`StreamExecutor`](hloom_compiler::interface::StreamExecutor)s that load
//! the code. [`GpuCompiler`] lowers a program, generates the code of its kernels, and turns the rest
//! into a [`Plan`](hloom_launch_plan::Plan), by which its executables launch them.
#![forbid(unsafe_code)]

mod commands;
mod compiler;
mod executable;
mod pipeline;
mod plan;
mod target;

pub use compiler::GpuCompiler;
pub use pipeline::GpuPipeline;
pub use target::GpuTarget;
