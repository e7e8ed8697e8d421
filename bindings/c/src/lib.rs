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
use std::sync::OnceLock;

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

/// Registers the backends of this project and the plugins that `HLOOM_PLUGINS` lists. Later calls
/// return the outcome of the first call.
///
/// # Errors
/// Fails if a backend cannot be registered, or if a plugin cannot be loaded.
fn ready() -> Result<(), Error> {
    static READY: OnceLock<Result<(), Error>> = OnceLock::new();
    let register = || {
        // The first access registers the passes with MLIR.
        hloom_lowering::registry();
        hloom_backends::register()?;
        hloom_plugin::load_all(&[])
    };
    READY.get_or_init(register).clone()
}
