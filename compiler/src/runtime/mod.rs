// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The runtime: the functions that generated code calls while it runs.
//!
//! Generated code receives a [`RunContext`], through which it distributes the tasks of kernels to
//! threads and makes runtime calls. A runtime call is identified by its number in the program.
//! Runtime calls implement operations without a lowering to loops: Fourier transforms, custom
//! calls, random numbers, and the data movement of collectives.

mod calls;
mod ffi;
mod thread_pool;

pub use calls::{
    CallContext, CallDescription, RunCalls, RuntimeCall, RuntimeCalls, describe, refuse_feeds,
};
pub use ffi::{KernelFn, ParallelForFn, RunContext};
pub use thread_pool::ThreadPool;
