// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices of the CUDA driver and of drivers with the same functions under other names, such as the
//! HIP runtime.
//!
//! A [`Binding`] finds the [`Functions`] in the driver's library, and has the few differences between
//! the drivers. [`Driver`] loads it when a device is first used. Its devices implement the traits of
//! `hloom-gpu-runtime`: memory with a pool, streams that keep what their work uses, events, kernels,
//! and errors with the driver's texts.

mod binding;
mod device;
mod driver;
mod driver_device;
mod event;
mod functions;
mod kernels;
mod memory;
mod pool;
mod stream;

pub use binding::Binding;
pub use device::Device;
pub use driver::Driver;
pub use event::EventHandle;
pub use functions::{Code, DeviceNumber, Functions, Names};
pub use kernels::Function;
pub use stream::StreamHandle;
