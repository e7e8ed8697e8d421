// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A function table in which all functions are missing. The environment variable
//! `HLOOM_TEST_PJRT_VERSION` states the version of the table and its size in bytes, in the form
//! `MAJOR.MINOR SIZE`.

use std::ffi::c_void;
use std::ptr;

/// The beginning of `PJRT_Api`, followed by space for function pointers, which are all null.
#[repr(C)]
struct Api {
    struct_size: usize,
    extension_start: *mut c_void,
    version_size: usize,
    version_extension_start: *mut c_void,
    major: i32,
    minor: i32,
    functions: [*const c_void; 256],
}

/// Returns the function table, or null if `HLOOM_TEST_PJRT_VERSION` is not set or is malformed.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const c_void {
    let Some([major, minor, size]) = numbers() else { return ptr::null() };
    let api = Api {
        struct_size: size,
        extension_start: ptr::null_mut(),
        version_size: 24,
        version_extension_start: ptr::null_mut(),
        major: major as i32,
        minor: minor as i32,
        functions: [ptr::null(); 256],
    };
    ptr::from_ref(Box::leak(Box::new(api))).cast()
}

fn numbers() -> Option<[usize; 3]> {
    let text = std::env::var("HLOOM_TEST_PJRT_VERSION").ok()?;
    let numbers: Option<Vec<_>> = text.split(['.', ' ']).map(|it| it.parse().ok()).collect();
    numbers?.try_into().ok()
}
