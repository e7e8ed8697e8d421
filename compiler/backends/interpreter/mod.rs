// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interpreter platform: the reference evaluator as a device, XLA's `interpreter`.
//!
//! Slow, and right: the judge where other platforms are compared. It runs what no
//! compiler can, too: dynamic shapes, and grids of processes.
//!
//! [`register`] makes it known: to `hloom_compiler::platform("interpreter")`.

mod compiler;
mod executable;
mod platform;

pub use compiler::InterpreterCompiler;
pub use platform::{InterpreterPlatform, register};
