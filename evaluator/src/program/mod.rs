// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Decoded programs. They contain no MLIR objects, so they can be sent between threads and can
//! outlive their MLIR context.

mod decode;
mod decoder;
mod evaluate;
mod function;
mod operation;
mod single;

pub use decoder::Decoder;
pub use function::{Function, Program};
pub use operation::{Frame, Operation, Region};
pub use single::evaluate_operation;
