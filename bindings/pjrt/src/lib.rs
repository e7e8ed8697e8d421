// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The PJRT plugin: a shared library through which JAX and other clients of PJRT's C interface
//! compile for hloom's platforms and run on their devices.
//!
//! [`c_api`] defines the C interface: the argument structs and the table of functions. Each
//! function of the table calls a safe function in [`handlers`], in the file of the object that the
//! function is named after: `PJRT_Buffer_Delete` calls `handlers::buffer::delete`. The other
//! modules implement these objects and their dependencies. They do not know the argument structs.

mod buffer;
mod c_api;
mod client;
mod compile_options;
mod device;
mod device_description;
mod element_type;
mod event;
mod executable;
mod external_buffer;
mod failure;
mod handlers;
mod layout;
mod memory_kinds;
mod memory_layout;
mod memory_usage;
mod optimized_program;
mod options;
mod plugin;
mod profiler;
mod program;
mod queue;
mod relayout;
mod tokens;
mod topology;
mod xla_ffi;

pub use c_api::GetPjrtApi;
