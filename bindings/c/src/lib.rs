// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C interface of hloom, which `include/hloom.h` declares.
//!
//! [`ffi`] has the C functions, except those on lists of platforms, which are in [`platforms`]. They
//! convert pointers, and call [`module`] and [`executable`]. A panic is an error of the call.
//! Programs that only compile and run may also use PJRT's C interface, which the same library has.

mod executable;
mod ffi;
mod module;
mod options;
mod platforms;

/// Conversions between the forms of C and of Rust.
mod pointers {
    pub mod ffi;
}

use hloom_compiler::{Error, ErrorKind};

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

impl Failure {
    /// Returns the party that can resolve the error.
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Compiler(error) => error.kind(),
            Self::Program(_) | Self::Message(_) => ErrorKind::User,
        }
    }
}
