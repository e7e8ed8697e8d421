// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices of the CUDA driver and of drivers with the same functions under other names, such as the
//! HIP runtime.
//!
//! A [`Binding`] finds the [`Functions`] in the driver's library, and defines the few differences
//! between the drivers. A [`Driver`] loads the library when a device is first used. Its devices
//! implement the traits of `hloom-gpu-runtime`. Memory comes from a pool, and streams keep the
//! resources that their work uses. Errors contain the driver's texts.

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
