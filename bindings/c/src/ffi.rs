// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C functions. Their contracts are in `include/hloom.h`.
//!
//! Callers promise valid pointers: the header says so, each function repeats it under `# Safety`, and
//! nothing can check it. The functions check everything else: `destroy` and `hloom_text_destroy` accept
//! null, `slice` accepts null for no elements, `text` accepts strings that are not UTF-8, and indices are
//! checked by slices. `outcome` turns panics into errors.

use crate::executable::{Executable, Type};
use crate::module::Module;
use crate::options::ffi::{OptionsOfC, read};
use crate::pointers::ffi::{Error, destroy, outcome, slice, text, without_zeros};
use std::ffi::{CString, c_char, c_void};
use std::ptr;

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
    unsafe { &*error }.message.as_ptr()
}

/// # Safety
/// `error` must be an error of this interface.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_error_kind(error: *const Error) -> i32 {
    // SAFETY: the caller promises an error that `outcome` made and that is not destroyed.
    unsafe { &*error }.kind
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
        // SAFETY: the caller promises `size` bytes, which nothing changes during this call. `slice`
        // does not read them if `size` is zero.
        let source = unsafe { slice(program.cast::<u8>(), size) };
        // SAFETY: the caller promises that `name` ends with a zero byte.
        let parsed = Module::parse(source, &unsafe { text(name) })?;
        // SAFETY: the caller promises that `module` is writable. The old value needs no destructor.
        unsafe { module.write(Box::into_raw(Box::new(parsed))) };
        Ok(())
    })
}

/// # Safety
/// `module` must be a module that nothing else uses, `pipeline` a string, and `options` null or
/// options.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_run_passes(
    module: *mut Module,
    pipeline: *const c_char,
    options: *const OptionsOfC,
) -> *mut Error {
    outcome(|| {
        // SAFETY: the caller promises null, which `read` accepts, or options whose size and
        // pointers are right.
        let (options, receiver) = unsafe { read(options) }?;
        options.check_passes()?;
        let mut warnings = Vec::new();
        // SAFETY: the caller promises a module from `hloom_module_parse` that no other thread uses,
        // so the reference is unique, and a string that ends with a zero byte.
        let outcome = unsafe { (*module).run_passes(&text(pipeline), &mut warnings) };
        // SAFETY: the caller promises options that are valid until this function returns.
        unsafe { receiver.receive(warnings) };
        outcome
    })
}

/// # Safety
/// `module` must be a module that nothing else uses, `pipeline` and `level` strings, and `options`
/// null or options.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_lower(
    module: *mut Module,
    pipeline: *const c_char,
    level: *const c_char,
    options: *const OptionsOfC,
) -> *mut Error {
    outcome(|| {
        // SAFETY: the caller promises null, which `read` accepts, or options whose size and
        // pointers are right.
        let (options, receiver) = unsafe { read(options) }?;
        options.check_lowering()?;
        let mut warnings = Vec::new();
        // SAFETY: the caller promises strings that end with a zero byte.
        let (pipeline, level) = unsafe { (text(pipeline), text(level)) };
        // SAFETY: the caller promises a module from `hloom_module_parse` that no other thread uses,
        // so the reference is unique.
        let outcome = unsafe { (*module).lower(&pipeline, &level, &options, &mut warnings) };
        // SAFETY: the caller promises options that are valid until this function returns.
        unsafe { receiver.receive(warnings) };
        outcome
    })
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
/// `module` must be a module that nothing changes while the bytes are used, and `size` writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_bytecode(
    module: *const Module,
    size: *mut usize,
) -> *const c_void {
    // SAFETY: the caller promises a module from `hloom_module_parse` that nothing changes while the
    // bytes are used.
    let bytecode = unsafe { &*module }.bytecode();
    // SAFETY: the caller promises that `size` is writable. The old value needs no destructor.
    unsafe { size.write(bytecode.len()) };
    bytecode.as_ptr().cast()
}

/// # Safety
/// `module` must be null or a module, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_module_destroy(module: *mut Module) {
    // SAFETY: the caller promises null, which `destroy` checks, or a module that
    // `hloom_module_parse` made by `Box::into_raw` and that nothing uses later.
    unsafe { destroy(module) };
}

/// # Safety
/// `module` must be a module, `platform` a string, `options` null or options, and `executable`
/// writable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_compile(
    module: *const Module,
    platform: *const c_char,
    options: *const OptionsOfC,
    executable: *mut *mut Executable,
) -> *mut Error {
    outcome(|| {
        // SAFETY: the caller promises null, which `read` accepts, or options whose size and
        // pointers are right.
        let (options, receiver) = unsafe { read(options) }?;
        // SAFETY: the caller promises a module from `hloom_module_parse` that nothing changes now,
        // and a string that ends with a zero byte.
        let (module, platform) = unsafe { (&*module, text(platform)) };
        let mut warnings = Vec::new();
        let compiled = Executable::compile(module, &platform, &options, &mut warnings);
        // SAFETY: the caller promises options that are valid until this function returns.
        unsafe { receiver.receive(warnings) };
        // SAFETY: the caller promises that `executable` is writable. The old value needs no
        // destructor.
        unsafe { executable.write(Box::into_raw(Box::new(compiled?))) };
        Ok(())
    })
}

/// # Safety
/// `executable` must be an executable.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_name(executable: *const Executable) -> *const c_char {
    // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes executables.
    unsafe { &*executable }.name.as_ptr()
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
        // SAFETY: the caller promises an executable from `hloom_compile`. Nothing changes
        // executables.
        let executable = unsafe { &*executable };
        // SAFETY: the caller promises a pointer for each argument. `slice` reads none if there are
        // no arguments.
        let arguments = unsafe { slice(arguments, executable.arguments.len()) };
        // SAFETY: the caller promises a pointer for each result. `slice` reads none if there are no
        // results.
        let results = unsafe { slice(results, executable.results.len()) };
        for (of, array) in executable.arguments.iter().zip(arguments) {
            of.check(array.is_null())?;
        }
        for (of, array) in executable.results.iter().zip(results) {
            of.check(array.is_null())?;
        }
        let bytes = |(of, array): (&Type, &*const c_void)| {
            // SAFETY: the caller promises an array of this size. `check` has refused null if the size is
            // not zero.
            unsafe { slice(array.cast::<u8>(), of.bytes) }
        };
        let arguments: Vec<_> = executable.arguments.iter().zip(arguments).map(bytes).collect();
        for (literal, array) in executable.run(&arguments)?.iter().zip(results) {
            let bytes = literal.bytes();
            if !bytes.is_empty() {
                // SAFETY: the caller promises an array of the size of the result. `check` has refused null
                // if the size is not zero. The literal is memory of this function, so that it does not
                // overlap the array.
                unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), array.cast(), bytes.len()) };
            }
        }
        Ok(())
    })
}

/// # Safety
/// `executable` must be null or an executable, which nothing uses later.
#[unsafe(no_mangle)]
unsafe extern "C" fn hloom_executable_destroy(executable: *mut Executable) {
    // SAFETY: the caller promises null, which `destroy` checks, or an executable that
    // `hloom_compile` made by `Box::into_raw` and that nothing uses later.
    unsafe { destroy(executable) };
}
