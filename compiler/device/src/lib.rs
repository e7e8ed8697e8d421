// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The code shared by backends of accelerators: devices with memory and queues of their own.
//!
//! [`partition`] divides a program between the device and the host, so that a backend runs every
//! program before it has every operation. [`stream`] makes the streams and events of
//! `hloom-compiler`'s interface from a driver's queue. Order, failures, waits and the lifetime of
//! buffers are here; the driver only submits commands and reports their completion.
//!
//! The instructions, kernels and memory of a device, and the plan by which an executable runs its
//! parts, belong to the backend.
#![forbid(unsafe_code)]

mod device_id;
pub mod partition;
pub mod stream;

pub use device_id::DeviceId;
