// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Objects that begin with functions for them, by which others than the interface's table can
//! use them.

use crate::c_api::values::Handle;
use crate::failure::Failure;
use crate::memory::MemoryFacts;
use std::ffi::{c_char, c_int, c_void};

/// An error, which begins with functions for it (`PJRT_Error_FunctionTable`).
#[repr(C)]
pub struct Error {
    functions: *const ErrorFunctions,
    /// What it is.
    pub failure: Failure,
}

// SAFETY: the functions are constant.
unsafe impl Send for Error {}
// SAFETY: as above.
unsafe impl Sync for Error {}

impl Error {
    /// An error of a failure.
    pub fn of(failure: Failure) -> Self {
        Self { functions: &raw const ERROR_FUNCTIONS, failure }
    }
}

#[repr(C)]
struct ErrorFunctions {
    struct_size: usize,
    instance_size: usize,
    extension_start: *mut c_void,
    destroy: unsafe extern "C" fn(Handle<Error>),
    message: unsafe extern "C" fn(Handle<Error>, *mut *const c_char, *mut usize),
    get_code: unsafe extern "C" fn(Handle<Error>) -> c_int,
    for_each_payload: unsafe extern "C" fn(Handle<Error>, *mut c_void, *mut c_void),
}

// SAFETY: its pointer is null.
unsafe impl Sync for ErrorFunctions {}

static ERROR_FUNCTIONS: ErrorFunctions = ErrorFunctions {
    struct_size: size_of::<ErrorFunctions>(),
    instance_size: size_of::<*const ErrorFunctions>(),
    extension_start: std::ptr::null_mut(),
    destroy: destroy_error,
    message: error_message,
    get_code: error_code,
    for_each_payload: for_each_payload_of_error,
};

unsafe extern "C" fn destroy_error(error: Handle<Error>) {
    error.take();
}

unsafe extern "C" fn error_message(
    error: Handle<Error>,
    text: *mut *const c_char,
    size: *mut usize,
) {
    let message = error.get_if_any().map_or("", |error| &error.failure.message);
    // SAFETY: the caller gives two places.
    unsafe {
        *text = message.as_ptr().cast();
        *size = message.len();
    }
}

unsafe extern "C" fn error_code(error: Handle<Error>) -> c_int {
    error.get_if_any().map_or(0, |error| error.failure.code)
}

/// There is never more to be known.
unsafe extern "C" fn for_each_payload_of_error(_: Handle<Error>, _: *mut c_void, _: *mut c_void) {}

/// A memory, which begins with functions for it (`PJRT_Memory_FunctionTable`): there are none.
#[repr(C)]
pub struct Memory {
    /// Null.
    pub functions: *const c_void,
    /// What it is.
    pub facts: MemoryFacts,
}

// SAFETY: the pointer is null.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}
