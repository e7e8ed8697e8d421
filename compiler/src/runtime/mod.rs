// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What generated code calls while it runs.

mod ffi;
mod library;
mod thread_pool;

pub use ffi::{KernelFn, ParallelForFn, RunContext};
pub use library::{CallContext, CallDescription, Library, LibraryCall, LibraryRun, describe};
pub use thread_pool::ThreadPool;
