// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Callbacks that cross the C interface: functions of the C caller with their user arguments, and
//! the deleters of this crate.
//!
//! All callbacks come from C code, like the [`values`](crate::values) that argument structs
//! consist of. The `SAFETY` comments below rely on the same *promises of the C caller*.

use crate::values::{Handle, HostMemory};
use std::ffi::{c_char, c_void};

/// A callback that is called when an event completes, and its user argument. `E` is the type of the
/// errors that the callback receives.
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
    /// Calls the callback, which takes ownership of the error. A null handle means success.
    pub fn call(self, error: Handle<E>) {
        if let Some(function) = self.function {
            // SAFETY: by the promises of the C caller, the function accepts this argument and takes
            // ownership of the error.
            unsafe { function(error.into_raw(), self.argument) };
        }
    }
}

/// A callback that is called for each payload of an error, with the key, the value and a user
/// argument.
pub type PayloadVisitor =
    unsafe extern "C" fn(*const c_char, usize, *const c_char, usize, *mut c_void);

/// A callback that releases memory that a buffer no longer uses, and its user argument.
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
    /// Calls the callback with the memory to release.
    pub fn call(self, memory: HostMemory) {
        if let Some(function) = self.function {
            // SAFETY: by the promises of the C caller, the function accepts the memory of the view
            // and this argument.
            unsafe { function(memory.pointer(), self.argument) };
        }
    }
}

/// A deleter for results that own no memory, which does nothing.
///
/// # Safety
///
/// Any argument is safe, because the function ignores it.
pub unsafe extern "C" fn delete_nothing(_: *mut c_void) {}

/// A function of the plugin that deletes an object.
pub type Deleter = unsafe extern "C" fn(*mut c_void);
