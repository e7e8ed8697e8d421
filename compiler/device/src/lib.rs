// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The code shared by backends for accelerators, which are devices with their own memory and
//! queues.
//!
//! [`partition`] divides a program between the device and the host, so that a backend can run every
//! program before it supports every operation. [`stream`] implements the streams and events of
//! `hloom-compiler`'s interface on top of a driver's queue. This crate handles order, failures,
//! waits and the lifetime of buffers; the driver only submits commands and reports their
//! completion.
//!
//! The instructions, kernels and memory of a device, and the plan by which an executable runs its
//! segments, belong to the backend.
#![forbid(unsafe_code)]

mod device_id;
pub mod partition;
pub mod stream;

pub use device_id::DeviceId;
