// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C interface of hloom, which `include/hloom.h` declares.
//!
//! [`ffi`] has the C functions. They convert pointers, and call [`module`] and [`executable`]. A
//! panic is an error of the call. Programs that only compile and run may also use PJRT's C
//! interface, which the same library has.

mod executable;
mod ffi;
mod module;

use hloom_compiler::Error;

pub use ffi::hloom_interface;

/// An error of a C function.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error(transparent)]
    Compiler(#[from] Error),
    #[error(transparent)]
    Program(#[from] hloom_frontends::Error),
    #[error("{0}")]
    Message(String),
}
