// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors, texts and arrays as C has them, for the functions of the interface.

use crate::Failure;
use hloom_compiler::ErrorKind;
use hloom_dialects::panic_message;
use std::ffi::{CStr, CString, c_char};
use std::panic::{self, AssertUnwindSafe};
use std::ptr;

/// `hloom_error`.
pub struct Error {
    pub message: CString,
    /// A number of the header, such as `HLOOM_ERROR_USER`.
    pub kind: i32,
}

/// Returns null, or the error of a C function. A panic is an error.
pub fn outcome(call: impl FnOnce() -> Result<(), Failure>) -> *mut Error {
    let failure = match panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => return ptr::null_mut(),
        Ok(Err(failure)) => failure,
        Err(panic) => hloom_compiler::Error::Internal(panic_message(&*panic).to_owned()).into(),
    };
    let kind = match failure.kind() {
        ErrorKind::User => 1,
        ErrorKind::Unsupported => 2,
        ErrorKind::Resource => 3,
        ErrorKind::Plugin => 4,
        ErrorKind::Internal => 5,
    };
    Box::into_raw(Box::new(Error { message: without_zeros(failure.to_string()), kind }))
}

/// Returns a string for C: a zero byte in `text` would end it.
pub fn without_zeros(mut text: String) -> CString {
    text.retain(|character| character != '\0');
    CString::new(text).unwrap_or_default()
}

/// Frees an object. Ignores null.
///
/// # Safety
/// `object` must be null, or come from `Box::into_raw` and not be used later.
pub unsafe fn destroy<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: `object` is not null, as checked above, so it comes from `Box::into_raw`.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// Copies a text. Bytes that are not UTF-8 become replacement characters.
///
/// # Safety
/// `string` must point to bytes that end with a zero byte.
pub unsafe fn text(string: *const c_char) -> String {
    // SAFETY: `string` ends with a zero byte, as `# Safety` requires. The text is a copy.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

/// Returns a C array as a slice, which is empty if `count` is zero.
///
/// # Safety
/// `data` must point to `count` values that live for `'a`, unless `count` is zero.
pub unsafe fn slice<'a, T>(data: *const T, count: usize) -> &'a [T] {
    // SAFETY: `count` is not zero where the pointer is read, so it points to `count` values, as
    // `# Safety` requires.
    if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(data, count) } }
}
