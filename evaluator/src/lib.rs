// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tensor values, and what every operation computes.
//!
//! [`literal`] has the values. [`Program`] is a module of StableHLO and CHLO made
//! ready to be evaluated; [`evaluate`](Program::evaluate) does as the specification
//! says, plainly: this is the reference that backends are compared with, and shares
//! nothing with them.

pub mod attribute;
pub mod custom_call;
mod error;
mod ffi;
pub mod literal;
mod ops;
mod program;
mod run;
mod types;
mod value;

pub use error::Error;
pub use literal::{ElementType, Literal, Shape};
pub use ops::{Draws, Groups, Strategy};
pub use program::{Program, evaluate_operation};
pub use run::{Grid, Host, Membership, ProcessId, Queues};
pub use types::{Element, Quantization, TensorSpec, Type};
pub use value::Value;
