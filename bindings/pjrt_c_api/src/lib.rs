// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The structs of PJRT's C interface, version 0.112 (`xla/pjrt/c/pjrt_c_api.h`).
//!
//! Every function of the interface takes a pointer to a struct of arguments and returns a pointer
//! to an error, or null. [`interface`](mod@interface) declares these structs and the table of
//! functions, using the types in [`values`], [`callbacks`] and [`nested_structs`]. A plugin and a
//! caller of plugins share the declarations, so that they cannot differ.
//!
//! Only the `ffi.rs` files here contain unsafe code, and they rely on the promises of the
//! interface: pointers in a struct are null or valid for the call, and pointers to objects are
//! valid until the object is destroyed.

/// The beginning of argument structs, and the macros that declare structs and tables.
pub mod arguments {
    mod ffi;
    pub use ffi::*;
}

/// The types of the fields of argument structs: handles, strings and lists.
pub mod values {
    mod ffi;
    pub use ffi::*;
}

/// Callbacks in the fields of argument structs.
pub mod callbacks {
    mod ffi;
    pub use ffi::*;
}

pub mod interface;
mod misuse;
pub mod nested_structs;

pub use misuse::Misuse;

/// The major version of PJRT's C interface that declares the structs of this crate.
pub const MAJOR: i32 = 0;
/// The minor version of PJRT's C interface that declares the structs of this crate.
pub const MINOR: i32 = 112;
