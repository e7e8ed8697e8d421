// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod argument;
mod error;
mod executable;
mod find;
pub mod pjrt;
mod runtime;
mod source;

pub use argument::Argument;
pub use error::Error;
pub use executable::Executable;
pub use find::{VARIABLES, candidates};
pub use hloom_values::{Element, ElementType, Literal, Shape};
pub use runtime::{Options, Runtime};
pub use source::{Signature, Source};
