// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! PJRT's C interface, version 0.112 (`xla/pjrt/c/pjrt_c_api.h`).

/// How functions are called.
pub mod entry {
    mod ffi;
    pub use ffi::*;
}

/// What is passed.
pub mod values {
    mod ffi;
    pub use ffi::*;
}

/// Objects that C looks into.
pub mod objects {
    mod ffi;
    pub use ffi::*;
}

/// The profiler, which has an interface of its own.
pub mod profiler {
    mod ffi;
    pub use ffi::*;
}

pub mod extensions;
#[cfg(test)]
mod sizes;
pub mod structs;
mod table;

pub use entry::GetPjrtApi;
