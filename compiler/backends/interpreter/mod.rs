// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The `interpreter` platform: the reference evaluator as a device, like XLA's `interpreter`.
//!
//! It is slow, but it is the oracle with which other platforms are compared. It also runs
//! programs that the compilers reject, such as those with dynamic shapes or `infeed`.
//!
//! [`register`] adds it, so that `hloom_compiler::platform("interpreter")` returns it.

mod compiler;
mod executable;
mod platform;

pub use compiler::InterpreterCompiler;
pub use platform::{InterpreterPlatform, register};
