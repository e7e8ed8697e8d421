// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C functions. Their contracts are in `include/hloom.h`.
//!
//! Callers promise valid pointers: the header says so, each function repeats it under `# Safety`, and
//! nothing can check it. The functions check everything else: `destroy` and `hloom_text_destroy` accept
//! null, `bytes` accepts null for no bytes, `text` accepts strings that are not UTF-8, and indices are
//! checked by slices. `outcome` turns panics into errors.

use crate::Failure;
use crate::executable::{Executable, Type};
use crate::module::Module;
use hloom_dialects::panic_message;
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
    // SAFETY: the caller promises an error that `outcome` made and that is not destroyed.
    unsafe { &*error }.0.as_ptr()
}

/// # Safety
/// `error` must be null or an error of this interface, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_error_destroy(error: *mut Error) {
    // SAFETY: the caller promises null, which `destroy` checks, or an error that `outcome` made by
    // `Box::into_raw` and that nothing uses later.
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
        // SAFETY: the caller promises `size` bytes, which nothing changes during this call. `bytes`
        // does not read them if `size` is zero.
        let source = unsafe { bytes(program, size) };
        // SAFETY: the caller promises that `name` ends with a zero byte.
        let parsed = Module::parse(source, &unsafe { text(name) })?;
        // SAFETY: the caller promises that `module` is writable. The old value needs no destructor.
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
    // SAFETY: the caller promises a module from `hloom_module_parse` that no other thread uses, so the
    // reference is unique, and a string that ends with a zero byte.
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
    // SAFETY: the caller promises a module from `hloom_module_parse` that no other thread uses, so the
    // reference is unique, and strings that end with a zero byte.
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
        // SAFETY: the caller promises a module from `hloom_module_parse` that nothing changes now.
        let printed = unsafe { &*module }.print()?;
        // SAFETY: the caller promises that `result` is writable. The old value needs no destructor.
        unsafe { result.write(without_zeros(printed).into_raw()) };
        Ok(())
    })
}

/// # Safety
/// `text` must be null or a text of this interface, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_text_destroy(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: `text` is not null, as checked above. The caller promises a text that
        // `hloom_module_print` made by `CString::into_raw` and that nothing uses later.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// # Safety
/// `module` must be null or a module, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_destroy(module: *mut Module) {
    // SAFETY: the caller promises null, which `destroy` checks, or a module that `hloom_module_parse`
    // made by `Box::into_raw` and that nothing uses later.
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
        // SAFETY: the caller promises a module from `hloom_module_parse` that nothing changes now, and
        // a string that ends with a zero byte.
        let compiled = unsafe { Executable::compile(&*module, &text(platform)) }?;
        // SAFETY: the caller promises that `executable` is writable. The old value needs no destructor.
        unsafe { executable.write(Box::into_raw(Box::new(compiled))) };
        Ok(())
    })
}

/// # Safety
/// `executable` must be an executable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_argument_count(executable: *const Executable) -> usize {
    // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes executables.
    unsafe { &*executable }.arguments.len()
}

/// # Safety
/// `executable` must be an executable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_result_count(executable: *const Executable) -> usize {
    // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes executables.
    unsafe { &*executable }.results.len()
}

/// # Safety
/// `executable` must be an executable. The process ends if there is no such argument.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_argument(
    executable: *const Executable,
    index: usize,
) -> TypeOfC {
    // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes executables.
    TypeOfC::of(&unsafe { &*executable }.arguments[index])
}

/// # Safety
/// `executable` must be an executable. The process ends if there is no such result.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_result(
    executable: *const Executable,
    index: usize,
) -> TypeOfC {
    // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes executables.
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
        // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes executables.
        let executable = unsafe { &*executable };
        let read = |(index, of): (usize, &Type)| {
            // SAFETY: `index` is less than the number of arguments, by `enumerate`. The caller promises
            // a pointer for each argument, to as many bytes as its type has.
            unsafe { bytes(*arguments.add(index), of.bytes) }
        };
        let arguments: Vec<_> = executable.arguments.iter().enumerate().map(read).collect();
        for (index, literal) in executable.run(&arguments)?.into_iter().enumerate() {
            let bytes = literal.bytes();
            if !bytes.is_empty() {
                // SAFETY: the caller promises a pointer for each result, to as many bytes as its type
                // has. `bytes` is memory of the literal, so it does not overlap the caller's.
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
    // SAFETY: the caller promises null, which `destroy` checks, or an executable that `hloom_compile`
    // made by `Box::into_raw` and that nothing uses later.
    unsafe { destroy(executable) };
}

/// Returns null, or the error of a C function. A panic is an error.
fn outcome(call: impl FnOnce() -> Result<(), Failure>) -> *mut Error {
    let message = match panic::catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => return ptr::null_mut(),
        Ok(Err(failure)) => failure.to_string(),
        Err(panic) => {
            hloom_compiler::Error::Internal(panic_message(&*panic).to_owned()).to_string()
        }
    };
    Box::into_raw(Box::new(Error(without_zeros(message))))
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
        // SAFETY: `object` is not null, as checked above, so it comes from `Box::into_raw`.
        drop(unsafe { Box::from_raw(object) });
    }
}

/// # Safety
/// `string` must point to bytes that end with a zero byte.
unsafe fn text(string: *const c_char) -> String {
    // SAFETY: `string` ends with a zero byte, as `# Safety` requires. The text is a copy.
    unsafe { CStr::from_ptr(string) }.to_string_lossy().into_owned()
}

/// # Safety
/// `data` must point to `size` bytes that live for `'a`, unless `size` is zero.
unsafe fn bytes<'a>(data: *const c_void, size: usize) -> &'a [u8] {
    // SAFETY: `size` is not zero where the pointer is read, so it points to `size` bytes, as `# Safety`
    // requires.
    if size == 0 { &[] } else { unsafe { slice::from_raw_parts(data.cast(), size) } }
}
