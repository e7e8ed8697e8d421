// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Callbacks that cross the C interface: the C caller's functions with their user arguments, and
//! this crate's deleters.
//!
//! All callbacks come from C code, like the [`values`](crate::values) that argument structs
//! consist of. The `SAFETY` comments below rely on the same *promises of the C caller*.

use crate::values::{Handle, HostMemory};
use std::ffi::{c_char, c_void};

/// A callback for the completion of an event, and its user argument. `E` is the type of errors.
#[repr(C)]
#[derive(Debug)]
pub struct ReadyCallback<E> {
    function: Option<unsafe extern "C" fn(*mut E, *mut c_void)>,
    argument: *mut c_void,
}

impl<E> Clone for ReadyCallback<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for ReadyCallback<E> {}

// SAFETY: `pjrt_c_api.h` permits the plugin to call the callback on any thread.
unsafe impl<E> Send for ReadyCallback<E> {}

impl<E> ReadyCallback<E> {
    /// Calls the callback, which takes ownership of the error. The handle is null for success.
    pub fn call(self, error: Handle<E>) {
        if let Some(function) = self.function {
            // SAFETY: by the promises of the C caller, the function accepts this argument and takes
            // ownership of the error.
            unsafe { function(error.into_raw(), self.argument) };
        }
    }
}

/// A callback that visits the payloads of an error: key, value and user argument.
pub type PayloadVisitor =
    unsafe extern "C" fn(*const c_char, usize, *const c_char, usize, *mut c_void);

/// A callback to release memory that a buffer no longer uses, and its user argument.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DeleteCallback {
    function: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>,
    argument: *mut c_void,
}

// SAFETY: `pjrt_c_api.h` permits the plugin to call the callback on any thread.
unsafe impl Send for DeleteCallback {}
// SAFETY: `call` takes the callback by value, so shared references do not call it.
unsafe impl Sync for DeleteCallback {}

impl DeleteCallback {
    /// Calls the callback with the memory.
    pub fn call(self, memory: HostMemory) {
        if let Some(function) = self.function {
            // SAFETY: by the promises of the C caller, the function accepts the memory of the view
            // and this argument.
            unsafe { function(memory.pointer(), self.argument) };
        }
    }
}

/// Deleter for results that own no memory.
///
/// # Safety
///
/// Any argument is safe, because the function ignores it.
pub unsafe extern "C" fn delete_nothing(_: *mut c_void) {}

/// A function that deletes an object.
pub type Deleter = unsafe extern "C" fn(*mut c_void);
