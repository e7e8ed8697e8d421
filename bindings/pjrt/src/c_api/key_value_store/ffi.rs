// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls of a frontend's key-value store (`PJRT_KeyValueGetCallback`, `PJRT_KeyValuePutCallback`).

use crate::c_api::error::Error;
use crate::c_api::values::Handle;
use crate::failure::Failure;
use hloom_communicator::KeyValueStore;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::time::Duration;

/// The callbacks of a key-value store that a frontend passes when it creates a client.
#[derive(Clone, Copy)]
pub struct Callbacks {
    get: Get,
    get_argument: *mut c_void,
    put: Put,
    put_argument: *mut c_void,
}

type Get = unsafe extern "C" fn(*mut GetArguments) -> *mut Error;
type Put = unsafe extern "C" fn(*mut PutArguments) -> *mut Error;
/// The function that a callback calls to create the error that it reports (`PJRT_CallbackError`).
type MakeError = unsafe extern "C" fn(c_int, *const c_char, usize) -> *mut Error;

/// The arguments of the callback that reads a key (`PJRT_KeyValueGetCallback_Args`).
#[repr(C)]
struct GetArguments {
    struct_size: usize,
    extension_start: *mut c_void,
    key: *const c_char,
    key_size: usize,
    timeout_in_ms: c_int,
    callback_error: *const MakeError,
    user_arg: *mut c_void,
    value: *mut c_char,
    value_size: usize,
    value_deleter_callback: Option<unsafe extern "C" fn(*mut c_char)>,
}

/// The arguments of the callback that writes a key (`PJRT_KeyValuePutCallback_Args`).
#[repr(C)]
struct PutArguments {
    struct_size: usize,
    extension_start: *mut c_void,
    key: *const c_char,
    key_size: usize,
    value: *const c_char,
    value_size: usize,
    callback_error: *const MakeError,
    user_arg: *mut c_void,
}

static MAKE_ERROR: MakeError = make_error;

/// Creates an error that a callback of the frontend reports.
unsafe extern "C" fn make_error(code: c_int, message: *const c_char, size: usize) -> *mut Error {
    let message = if message.is_null() {
        String::new()
    } else {
        // SAFETY: the callback passes a text of this size, which is valid during the call.
        let bytes = unsafe { std::slice::from_raw_parts(message.cast::<u8>(), size) };
        String::from_utf8_lossy(bytes).into_owned()
    };
    Error::give(Failure { code, message }).into_raw()
}

impl Callbacks {
    /// Creates the callbacks from four addresses: the function that reads a key, its user argument,
    /// the function that writes a key, and its user argument. Returns `None` if a function is
    /// missing.
    pub fn new([get, get_argument, put, put_argument]: [*mut c_void; 4]) -> Option<Self> {
        if get.is_null() || put.is_null() {
            return None;
        }
        // SAFETY: the interface promises functions of these types.
        let (get, put) = unsafe {
            (
                std::mem::transmute::<*mut c_void, Get>(get),
                std::mem::transmute::<*mut c_void, Put>(put),
            )
        };
        Some(Self { get, get_argument, put, put_argument })
    }
}

impl KeyValueStore for Callbacks {
    fn put(&self, key: &str, value: &[u8]) -> Result<(), hloom_evaluator::Error> {
        let mut arguments = PutArguments {
            struct_size: size_of::<PutArguments>(),
            extension_start: ptr::null_mut(),
            key: key.as_ptr().cast(),
            key_size: key.len(),
            value: value.as_ptr().cast(),
            value_size: value.len(),
            callback_error: &raw const MAKE_ERROR,
            user_arg: self.put_argument,
        };
        // SAFETY: the function belongs to this interface, and key and value outlive the call.
        outcome(unsafe { (self.put)(&raw mut arguments) })
    }

    fn get(&self, key: &str, timeout: Duration) -> Result<Vec<u8>, hloom_evaluator::Error> {
        let mut arguments = GetArguments {
            struct_size: size_of::<GetArguments>(),
            extension_start: ptr::null_mut(),
            key: key.as_ptr().cast(),
            key_size: key.len(),
            timeout_in_ms: c_int::try_from(timeout.as_millis()).unwrap_or(c_int::MAX),
            callback_error: &raw const MAKE_ERROR,
            user_arg: self.get_argument,
            value: ptr::null_mut(),
            value_size: 0,
            value_deleter_callback: None,
        };
        // SAFETY: the function belongs to this interface, and the key outlives the call.
        outcome(unsafe { (self.get)(&raw mut arguments) })?;
        if arguments.value.is_null() {
            return Ok(Vec::new());
        }
        // SAFETY: the callback returned a value of this size, which is valid until it is deleted.
        let value = unsafe {
            std::slice::from_raw_parts(arguments.value.cast::<u8>(), arguments.value_size)
        };
        let value = value.to_vec();
        if let Some(delete) = arguments.value_deleter_callback {
            // SAFETY: the callback asks for this call, and the value is not used afterwards.
            unsafe { delete(arguments.value) };
        }
        Ok(value)
    }
}

/// Converts what a callback returned: null to success, and an error that the callback created to a
/// failure.
fn outcome(error: *mut Error) -> Result<(), hloom_evaluator::Error> {
    // Errors of callbacks are those of `make_error`.
    match Handle::from_raw(error).take() {
        Some(error) => Err(hloom_evaluator::Error::Unavailable(error.failure.message)),
        None => Ok(()),
    }
}
