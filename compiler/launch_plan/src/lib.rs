// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The host program of an accelerator as data.
//!
//! A [`Plan`] lists what the host does to run a program on a device: launches of kernels, copies,
//! calls of functions on the host, and the control flow around them. It needs neither MLIR nor a
//! compiler, and can be serialized. [`run`] executes a plan by the [`Commands`] of a device.
#![forbid(unsafe_code)]

mod execute;
mod plan;

pub use execute::{Buffers, Commands, run};
pub use plan::{Base, Kernel, Place, Plan, Step};
