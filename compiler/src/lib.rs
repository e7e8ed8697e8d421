// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler's abstract interface, and what all backends share.
//!
//! [`interface`] has XLA's abstractions: [`Platform`](interface::Platform),
//! [`Compiler`](interface::Compiler), [`Executable`](interface::Executable),
//! [`StreamExecutor`](interface::StreamExecutor) and
//! [`TransferManager`](interface::TransferManager). A [`Program`] goes in,
//! [`Literal`]s go in and out; [`run_file`] does all of it in one call.

pub mod checks;
mod compilation_cache;
mod compiled_program;
mod coverage;
mod error;
mod ffi;
pub mod host;
pub mod interface;
pub mod mlir;
pub mod npy;
mod program;
pub mod runtime;
pub mod serialized;

pub use compilation_cache::CompilationCache;
pub use compiled_program::{CompiledProgram, run_file};
pub use error::{Error, ErrorKind};
pub use hloom_evaluator::{TensorSpec, literal};
pub use interface::{platform, register_platform};
pub use literal::{ElementType, Literal, Shape};
pub use program::Program;
pub use runtime::ThreadPool;
