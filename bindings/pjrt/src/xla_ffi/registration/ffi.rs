// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions that the shared library exports for the registration of handlers and state types.

use crate::xla_ffi::custom_call::register;
use crate::xla_ffi::ffi::{Handler, Handlers, register_type_info};
use crate::xla_ffi::state_object::TypeInfo;
use std::ffi::{CStr, c_char, c_void};

/// Registers the handlers of the stages instantiate, prepare, initialize and execute for the custom
/// call target `name`. Returns false if the name, `stages` or the execute handler is null, or if
/// the name is not UTF-8.
///
/// # Safety
/// `name` is null or a string with a terminating zero. `stages` is null or points to four
/// addresses, each of which is null, or the address of a handler that stays loaded as long as the
/// process lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_register_ffi_handler(
    name: *const c_char,
    stages: *const [*mut c_void; 4],
) -> bool {
    if name.is_null() || stages.is_null() {
        return false;
    }
    // SAFETY: neither pointer is null, so the caller guarantees a string with a terminating zero
    // and an array of four addresses.
    let (name, stages) = unsafe { (CStr::from_ptr(name), *stages) };
    // SAFETY: the caller guarantees that each address is null or that of a handler that stays
    // loaded.
    let [instantiate, prepare, initialize, execute] = stages.map(|it| unsafe { Handler::at(it) });
    let (Ok(name), Some(execute)) = (name.to_str(), execute) else { return false };
    register(name, Handlers { instantiate, prepare, initialize, execute });
    true
}

/// Registers a type of the states of handlers, and writes the number of the type to `number`.
/// Returns false if the name or `number` is null, or if the type is already registered with another
/// number.
///
/// # Safety
/// `name` is null or a string with a terminating zero. `number` is null or points to the number of
/// the type, which is 0 if the type is not registered yet. `info` is null or points to the type's
/// description.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_register_ffi_type(
    name: *const c_char,
    number: *mut i64,
    info: *const TypeInfo,
) -> bool {
    // SAFETY: the name is not null, so the caller guarantees a string with a terminating zero.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) });
    name.is_some_and(|name| {
        // SAFETY: the caller guarantees that `number` and `info` are null or valid.
        unsafe { register_type_info(&name.to_string_lossy(), number, info) }.is_ok()
    })
}
