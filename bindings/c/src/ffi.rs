// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C functions. Their contracts are in `include/hloom.h`.
//!
//! A `SAFETY` comment "of the header" refers to what the header requires of callers: pointers to
//! objects of this interface that are not destroyed, and strings that end with a zero byte.

use crate::Failure;
use crate::executable::{Executable, Type};
use crate::module::Module;
use std::any::Any;
use std::ffi::{CStr, CString, c_char, c_void};
use std::panic::{self, AssertUnwindSafe};
use std::{ptr, slice};

/// `hloom_error`.
pub struct Error(CString);

/// `hloom_type`.
#[repr(C)]
pub struct TypeOfC {
    element_type: *const c_char,
    sizes: *const i64,
    rank: usize,
    bytes: usize,
}

impl TypeOfC {
    fn of(of: &Type) -> Self {
        Self {
            element_type: of.element_type.as_ptr(),
            sizes: of.sizes.as_ptr(),
            rank: of.sizes.len(),
            bytes: of.bytes,
        }
    }
}

/// The version of the interface, `HLOOM_INTERFACE` in the header.
#[unsafe(no_mangle)]
pub extern "C" fn hloom_interface() -> u32 {
    1
}

#[unsafe(no_mangle)]
extern "C" fn hloom_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// # Safety
/// `error` must be an error of this interface.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_error_message(error: *const Error) -> *const c_char {
    // SAFETY: of the header.
    unsafe { &*error }.0.as_ptr()
}

/// # Safety
/// `error` must be null or an error of this interface, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_error_destroy(error: *mut Error) {
    // SAFETY: `error` comes from `outcome`.
    unsafe { destroy(error) };
}

/// # Safety
/// `program` must point to `size` bytes, `name` must be a string, and `module` must be writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_parse(
    program: *const c_void,
    size: usize,
    name: *const c_char,
    module: *mut *mut Module,
) -> *mut Error {
    outcome(|| {
        // SAFETY: of the header; for an empty program, the pointer may be null.
        let source = unsafe { bytes(program, size) };
        // SAFETY: of the header.
        let parsed = Module::parse(source, &unsafe { text(name) })?;
        // SAFETY: of the header.
        unsafe { module.write(Box::into_raw(Box::new(parsed))) };
        Ok(())
    })
}

/// # Safety
/// `module` must be a module that nothing else uses, and `pipeline` a string.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_run_passes(
    module: *mut Module,
    pipeline: *const c_char,
) -> *mut Error {
    // SAFETY: of the header.
    outcome(|| unsafe { (*module).run_passes(&text(pipeline)) })
}

/// # Safety
/// `module` must be a module that nothing else uses, and the others strings.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_lower(
    module: *mut Module,
    pipeline: *const c_char,
    level: *const c_char,
) -> *mut Error {
    // SAFETY: of the header.
    outcome(|| unsafe { (*module).lower(&text(pipeline), &text(level)) })
}

/// # Safety
/// `module` must be a module, and `result` writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_print(
    module: *const Module,
    result: *mut *mut c_char,
) -> *mut Error {
    outcome(|| {
        // SAFETY: of the header.
        let printed = unsafe { &*module }.print()?;
        // SAFETY: of the header.
        unsafe { result.write(without_zeros(printed).into_raw()) };
        Ok(())
    })
}

/// # Safety
/// `text` must be null or a text of this interface, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_text_destroy(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: `text` comes from `CString::into_raw` in `hloom_module_print`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// # Safety
/// `module` must be null or a module, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_destroy(module: *mut Module) {
    // SAFETY: `module` comes from `Box::into_raw` in `hloom_module_parse`.
    unsafe { destroy(module) };
}

/// # Safety
/// `module` must be a module, `platform` a string, and `executable` writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_compile(
    module: *const Module,
    platform: *const c_char,
    executable: *mut *mut Executable,
) -> *mut Error {
    outcome(|| {
        // SAFETY: of the header.
        let compiled = unsafe { Executable::compile(&*module, &text(platform)) }?;
        // SAFETY: of the header.
        unsafe { executable.write(Box::into_raw(Box::new(compiled))) };
        Ok(())
    })
}

/// # Safety
/// `executable` must be an executable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_argument_count(executable: *const Executable) -> usize {
    // SAFETY: of the header.
    unsafe { &*executable }.arguments.len()
}

/// # Safety
/// `executable` must be an executable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_result_count(executable: *const Executable) -> usize {
    // SAFETY: of the header.
    unsafe { &*executable }.results.len()
}

/// # Safety
/// `executable` must be an executable. The process ends if there is no such argument.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_argument(
    executable: *const Executable,
    index: usize,
) -> TypeOfC {
    // SAFETY: of the header.
    TypeOfC::of(&unsafe { &*executable }.arguments[index])
}

/// # Safety
/// `executable` must be an executable. The process ends if there is no such result.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_result(
    executable: *const Executable,
    index: usize,
) -> TypeOfC {
    // SAFETY: of the header.
    TypeOfC::of(&unsafe { &*executable }.results[index])
}

/// # Safety
/// `executable` must be an executable. `arguments` and `results` must point to an array for each
/// argument and result, with the size of its type.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_run(
    executable: *const Executable,
    arguments: *const *const c_void,
    results: *const *mut c_void,
) -> *mut Error {
    outcome(|| {
        // SAFETY: of the header.
        let executable = unsafe { &*executable };
        let read = |(index, of): (usize, &Type)| {
            // SAFETY: of the header; `index` is less than the count.
            unsafe { bytes(*arguments.add(index), of.bytes) }
        };
        let arguments: Vec<_> = executable.arguments.iter().enumerate().map(read).collect();
        for (index, literal) in executable.run(&arguments)?.into_iter().enumerate() {
            let bytes = literal.bytes();
            if !bytes.is_empty() {
                // SAFETY: the header requires an array of this size for each result; the literal is
                // memory of this function.
                unsafe {
                    ptr::copy_nonoverlapping(
                        bytes.as_ptr(),
                        (*results.add(index)).cast(),
                        bytes.len(),
                    );
                }
            }
        }
        Ok(())
    })
}

/// # Safety
/// `executable` must be null or an executable, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_destroy(executable: *mut Executable) {
    // SAFETY: `executable` comes from `Box::into_raw` in `hloom_compile`.
    unsafe { destroy(executable) };
}

/// Returns null, or the error of a C function. A panic is an error.
fn outcome(call: impl FnOnce() -> Result<(), Failure>) -> *mut Error {
    let message = match panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => return ptr::null_mut(),
        Ok(Err(failure)) => failure.to_string(),
        Err(panic) => hloom_compiler::Error::Internal(message_of(&*panic).to_owned()).to_string(),
    };
    Box::into_raw(Box::new(Error(without_zeros(message))))
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a message")
}

/// Returns a string for C: a zero byte in `text` would end it.
fn without_zeros(mut text: String) -> CString {
    text.retain(|character| character != '\0');
    CString::new(text).unwrap_or_default()
}

/// # Safety
/// `object` must be null, or come from `Box::into_raw` and not be used later.
unsafe fn destroy<T>(object: *mut T) {
    if !object.is_null() {
        // SAFETY: the caller's promise.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// # Safety
/// `string` must point to bytes that end with a zero byte.
unsafe fn text(string: *const c_char) -> String {
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

/// # Safety
/// `data` must point to `size` bytes that live for `'a`, unless `size` is zero.
unsafe fn bytes<'a>(data: *const c_void, size: usize) -> &'a [u8] {
    // SAFETY: the caller's promise.
    if size == 0 { &[] } else { unsafe { slice::from_raw_parts(data.cast(), size) } }
}
