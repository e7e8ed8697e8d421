// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The abstract interface of backends, and the code that all backends share.
//!
//! [`interface`] defines XLA's abstractions: [`Platform`](interface::Platform),
//! [`Compiler`](interface::Compiler), [`Executable`](interface::Executable),
//! [`StreamExecutor`](interface::StreamExecutor) and
//! [`TransferManager`](interface::TransferManager). A compiler takes a [`Program`]; inputs and
//! outputs of a run are [`Literal`]s. [`run_file`] compiles and runs a program in one call.

pub mod checks;
mod compilation_cache;
mod compiled_program;
mod coverage;
mod ffi;
pub mod host;
pub mod interface;
pub mod mlir;
mod parallel_run;
mod program;
pub mod runtime;

pub use compilation_cache::CompilationCache;
pub use compiled_program::{CompiledProgram, run_file};
pub use hloom_evaluator::TensorSpec;
pub use hloom_stream_executor::{Error, ErrorKind, serialized};
pub use hloom_values::{ElementType, Literal, Shape, npy};
pub use interface::{platform, register_platform};
pub use program::Program;
pub use runtime::ThreadPool;
