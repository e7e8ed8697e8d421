// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! PJRT's C interface, version 0.112 (`xla/pjrt/c/pjrt_c_api.h`).
//!
//! Every function of the interface takes a pointer to a struct of arguments and returns a pointer
//! to an error, or null. The crate `hloom-pjrt-c-api` describes these structs; [`structs`] declares
//! them for the objects of this crate, and `table` fills the table of functions. The wrapper
//! [`entry::call`] copies the struct of a caller into a struct of this version, calls a safe
//! handler, and copies the results back. So only the `ffi.rs` files here contain unsafe code, and
//! they rely on the promises of the interface: pointers in a struct are null or valid for the call,
//! and pointers to objects are valid until the object is destroyed.

/// The calling convention: argument structs, the function table and extensions.
pub mod entry {
    mod ffi;
    pub use ffi::*;
}

/// Errors, which begin with a function table that C code reads directly.
pub mod error {
    mod ffi;
    pub use ffi::*;
}

/// The key-value store of a frontend, through which several processes find each other.
pub mod key_value_store {
    mod ffi;
    pub use ffi::*;
}

/// The profiler extension, which has a C interface of its own.
pub mod profiler {
    mod ffi;
    pub use ffi::*;
}

pub mod extensions;
mod ffi;
#[cfg(test)]
mod sizes;
pub mod structs;
mod table;

pub use ffi::GetPjrtApi;
pub use hloom_pjrt_c_api::{callbacks, nested_structs, values};
