// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers: the safe functions behind the function table and the extensions.
//!
//! A handler takes the argument struct of its C function. It reads the inputs from the struct, uses
//! an object such as a [`Client`](crate::client::Client), and writes the outputs to the struct. A
//! handler fails with `InvalidArgument` if a required handle in the struct is null. The comments on
//! handlers mention only other errors.

pub mod buffer;
pub mod client;
pub mod cross_host;
pub mod device;
pub mod device_description;
pub mod error;
pub mod event;
pub mod executable;
pub mod execute;
pub mod host_buffer;
pub mod layouts;
pub mod loaded_executable;
pub mod memory;
pub mod plugin;
pub mod shardings;
pub mod topology;
pub mod transfers;
