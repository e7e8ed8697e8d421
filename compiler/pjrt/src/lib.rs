// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The PJRT plugin: a shared library by which JAX, and whoever else speaks PJRT's C interface,
//! compiles for hloom's platforms and runs on their devices.
//!
//! [`c_api`] is the interface. What a function does is in the file
//! of the object that it is named for, as a safe function of its arguments.

mod buffer;
mod c_api;
mod client;
mod compile_options;
mod device;
mod element_type;
mod event;
mod executable;
mod execute;
mod failure;
mod host_buffer;
mod layout;
mod lent;
mod memory;
mod memory_layout;
mod optimized_program;
mod options;
mod profiler;
mod program;
mod queue;
mod relayout;
mod shardings;
mod tokens;
mod topology;
mod transfers;
mod xla_ffi;

pub use c_api::GetPjrtApi;
