// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors (`PJRT_Error`). An error begins with a pointer to a function table, through which C code
//! can use it without `PJRT_Api`.

use crate::c_api::values::Handle;
use crate::failure::Failure;
use std::ffi::{c_char, c_int, c_void};

/// An error, which begins with a pointer to its function table (`PJRT_Error_FunctionTable`).
#[repr(C)]
pub struct Error {
    functions: *const ErrorFunctions,
    /// The failure that the error reports: its status code and message.
    pub failure: Failure,
}

// SAFETY: `functions` points to the static `ERROR_FUNCTIONS`, which is never written; `Failure` is
// `Send`.
unsafe impl Send for Error {}
// SAFETY: `functions` points to the static `ERROR_FUNCTIONS`, which is never written; `Failure` is
// `Sync`.
unsafe impl Sync for Error {}

impl Error {
    /// Converts a failure into an error object that the caller owns.
    pub fn give(failure: Failure) -> Handle<Self> {
        Handle::give(Self { functions: &raw const ERROR_FUNCTIONS, failure })
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

// SAFETY: the only value is `ERROR_FUNCTIONS`, whose data pointer is null and which is never
// written.
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
    // SAFETY: `PJRT_Error_FunctionTable` requires the caller to pass valid pointers for `text` and
    // `size`.
    unsafe {
        *text = message.as_ptr().cast();
        *size = message.len();
    }
}

unsafe extern "C" fn error_code(error: Handle<Error>) -> c_int {
    error.get_if_any().map_or(0, |error| error.failure.code)
}

/// Does nothing: errors have no payloads to visit.
unsafe extern "C" fn for_each_payload_of_error(_: Handle<Error>, _: *mut c_void, _: *mut c_void) {}
