// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Upstream's `mlir-opt` driver, with hloom's flags and callbacks.

use crate::registry;
use hloom_dialects::strings::{bytes, text, text_ref};
use mlir_sys::{MlirOpPassManager, MlirStringCallback, MlirStringRef};
use std::ffi::{CString, c_char, c_int, c_void};
use std::panic::catch_unwind;
use std::path::PathBuf;

unsafe extern "C" {
    fn hloomOptMain(
        argc: c_int,
        argv: *const *const c_char,
        registry: mlir_sys::MlirDialectRegistry,
        pipeline: FillPipeline,
        list_pipelines: unsafe extern "C" fn(),
        list_backends: extern "C" fn(),
        print_pipeline: unsafe extern "C" fn(MlirStringRef, MlirStringRef, MlirStringRef) -> bool,
        read: unsafe extern "C" fn(
            MlirStringRef,
            MlirStringRef,
            *const c_void,
            MlirStringCallback,
            *mut c_void,
        ) -> bool,
        reader: *const c_void,
    ) -> c_int;
}

type FillPipeline = unsafe extern "C" fn(
    MlirStringRef,
    MlirStringRef,
    MlirStringRef,
    MlirStringRef,
    MlirStringRef,
    MlirOpPassManager,
) -> bool;

/// Prints the pipeline `name` in the format of pipeline files. On failure, prints an error and
/// returns false.
///
/// `file` is the path of a pipeline file, and `schedules` lists the paths of schedules, one per
/// line. Both may be empty.
///
/// # Safety
/// The strings must be valid until the call returns.
unsafe extern "C" fn print_pipeline(
    name: MlirStringRef,
    file: MlirStringRef,
    schedules: MlirStringRef,
) -> bool {
    // SAFETY: the caller guarantees that the strings live until this function returns.
    let (name, file, schedules) = unsafe { (text(name), text(file), text(schedules)) };
    let schedules: Vec<_> = schedules.lines().map(PathBuf::from).collect();
    match registry().pipeline_file(name, file, &schedules) {
        Ok(pipeline) => {
            print!("{pipeline}");
            true
        }
        Err(error) => {
            eprintln!("error: {error}");
            false
        }
    }
}

/// Adds the passes of the pipeline `name` to the pass manager of hlo-opt, from level `start_at` to
/// level `stop_after` inclusive. On failure, prints an error and returns false.
///
/// An empty string stands for the first or the last level. `file` is the path of a pipeline file,
/// and `schedules` lists the paths of schedules, one per line. Both may be empty.
///
/// # Safety
/// The strings must be valid until the call returns, and `manager` must be valid.
unsafe extern "C" fn fill_pipeline(
    name: MlirStringRef,
    start_at: MlirStringRef,
    stop_after: MlirStringRef,
    file: MlirStringRef,
    schedules: MlirStringRef,
    manager: MlirOpPassManager,
) -> bool {
    // SAFETY: the caller guarantees that the strings live until this function returns.
    let (name, levels) = unsafe { (text(name), (text(start_at), text(stop_after))) };
    // SAFETY: the caller guarantees that the strings live until this function returns.
    let (file, schedules) = unsafe { (text(file), text(schedules)) };
    let schedules: Vec<_> = schedules.lines().map(PathBuf::from).collect();
    let passes = match registry().pipeline_text(name, levels, file, &schedules) {
        Ok(passes) => passes,
        Err(error) => {
            eprintln!("error: {error}");
            return false;
        }
    };
    extern "C" fn print(message: MlirStringRef, _: *mut c_void) {
        // SAFETY: MLIR keeps the message alive until this callback returns.
        eprintln!("error: {}", unsafe { text(message) });
    }
    // SAFETY: the caller guarantees a valid pass manager, and `passes` lives until the call returns.
    let result = unsafe {
        mlir_sys::mlirParsePassPipeline(
            manager,
            text_ref(&passes),
            Some(print),
            std::ptr::null_mut(),
        )
    };
    result.value != 0
}

unsafe extern "C" fn list_pipelines() {
    for (name, description) in registry().pipelines() {
        println!("{name:<12} {description}");
    }
}

/// A function that converts the content of the file `name` to MLIR text or bytecode. On failure,
/// the function reports the error and returns `None`.
pub type ReadProgram = fn(name: &str, content: &[u8]) -> Option<Vec<u8>>;

/// Runs the upstream `mlir-opt` driver and returns its exit code.
///
/// `arguments` begin with the program's name. `list_backends` prints the list for
/// `--list-backends`, and `read` converts the input file before the driver parses it.
pub fn opt_main(
    arguments: &[String],
    registry: &melior::dialect::DialectRegistry,
    list_backends: extern "C" fn(),
    read: ReadProgram,
) -> i32 {
    let owned: Vec<_> = arguments
        .iter()
        .map(|argument| CString::new(argument.replace('\0', "?")).unwrap_or_default())
        .collect();
    let pointers: Vec<_> = owned.iter().map(|argument| argument.as_ptr()).collect();
    // SAFETY: `owned`, `pointers`, `read` and the registry outlive the call. The callbacks have the
    // types that `hloomOptMain` in `glue/opt_main.cpp` declares.
    unsafe {
        hloomOptMain(
            pointers.len() as c_int,
            pointers.as_ptr(),
            registry.to_raw(),
            fill_pipeline,
            list_pipelines,
            list_backends,
            print_pipeline,
            read_program,
            (&raw const read).cast(),
        )
    }
}

/// Converts a file with the [`ReadProgram`] of [`opt_main`] and passes the result to `take`.
/// Returns false if the conversion fails or panics.
///
/// The result is prepared in the same way as in [`hloom_dialects::parse_module`].
///
/// # Safety
/// `reader` must be the pointer that [`opt_main`] passed to the glue. The strings must live until
/// the call returns, and `into` must be valid for `take`.
unsafe extern "C" fn read_program(
    name: MlirStringRef,
    content: MlirStringRef,
    reader: *const c_void,
    take: MlirStringCallback,
    into: *mut c_void,
) -> bool {
    // SAFETY: the caller guarantees that `reader` points to the `ReadProgram` of `opt_main`,
    // which is still running, and that the strings live until this function returns.
    let (read, name, content) =
        unsafe { (*reader.cast::<ReadProgram>(), text(name), bytes(content)) };
    // A panic must not reach C++.
    let program = catch_unwind(|| {
        let mut program = read(name, content)?;
        hloom_dialects::boolean_constants::pack(&mut program);
        Some(program)
    });
    let (Ok(Some(program)), Some(take)) = (program, take) else { return false };
    let program = MlirStringRef { data: program.as_ptr().cast(), length: program.len() };
    // SAFETY: `take` copies the program, which lives until the call returns, and the caller
    // guarantees that `into` is valid for it.
    unsafe { take(program, into) };
    true
}
