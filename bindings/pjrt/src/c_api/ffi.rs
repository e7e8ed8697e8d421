// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The function that the shared library exports for PJRT.

use super::table::API;
use std::ffi::c_void;

/// Returns the function table of this plugin. Frontends look this function up by its name.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const c_void {
    (&raw const API).cast()
}
