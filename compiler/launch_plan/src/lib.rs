// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The host side of an accelerator program, represented as data.
//!
//! A [`Plan`] lists the steps by which the host runs a program on a device: kernel launches,
//! copies, calls of host functions, and the control flow around them. A plan can be serialized, and
//! can be executed without MLIR or a compiler. [`run`] executes a plan with the [`Commands`] of a
//! device.
#![forbid(unsafe_code)]

mod execute;
mod plan;

pub use execute::{Buffers, Commands, run};
pub use plan::{Base, Kernel, Place, Plan, Step};
