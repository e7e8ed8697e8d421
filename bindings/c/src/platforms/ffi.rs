// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C functions on lists of platforms.

use super::{Platform, Platforms};
use crate::pointers::ffi::{Error, destroy, outcome};
use std::ffi::c_char;

/// # Safety
/// `platforms` must be writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_platforms_list(platforms: *mut *mut Platforms) -> *mut Error {
    outcome(|| {
        let list = Platforms::list()?;
        // SAFETY: the caller promises that `platforms` is writable. The old value needs no destructor.
        unsafe { platforms.write(Box::into_raw(Box::new(list))) };
        Ok(())
    })
}

/// # Safety
/// `platforms` must be a list.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_platforms_count(platforms: *const Platforms) -> usize {
    // SAFETY: the caller promises a list from `hloom_platforms_list`. Nothing changes lists.
    unsafe { &*platforms }.0.len()
}

/// # Safety
/// `platforms` must be a list. The process ends if there is no such platform.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_platforms_name(
    platforms: *const Platforms,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller promises a list from `hloom_platforms_list`. Nothing changes lists.
    unsafe { platform(platforms, index) }.name.as_ptr()
}

/// # Safety
/// `platforms` must be a list. The process ends if there is no such platform.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_platforms_description(
    platforms: *const Platforms,
    index: usize,
) -> *const c_char {
    // SAFETY: the caller promises a list from `hloom_platforms_list`. Nothing changes lists.
    unsafe { platform(platforms, index) }.description.as_ptr()
}

/// # Safety
/// `platforms` must be a list. The process ends if there is no such platform.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_platforms_device_count(
    platforms: *const Platforms,
    index: usize,
) -> usize {
    // SAFETY: the caller promises a list from `hloom_platforms_list`. Nothing changes lists.
    unsafe { platform(platforms, index) }.device_count
}

/// # Safety
/// `platforms` must be null or a list, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_platforms_destroy(platforms: *mut Platforms) {
    // SAFETY: the caller promises null, which `destroy` checks, or a list that `hloom_platforms_list`
    // made by `Box::into_raw` and that nothing uses later.
    unsafe { destroy(platforms) };
}

/// # Safety
/// `platforms` must be a list that lives for `'a`.
unsafe fn platform<'a>(platforms: *const Platforms, index: usize) -> &'a Platform {
    // SAFETY: `platforms` is a list that lives for `'a`, as `# Safety` requires.
    let platforms = unsafe { &*platforms };
    &platforms.0[index]
}
