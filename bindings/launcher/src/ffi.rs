// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The call of the library's C function.

use libloading::Library;
use std::ffi::{CString, OsString, c_char, c_int};
use std::os::unix::ffi::OsStringExt;
use std::path::Path;
use std::process::ExitCode;
use std::ptr;

/// `hloom_run_tool` of `bindings/python/src/tools/ffi.rs`.
type RunTool = unsafe extern "C" fn(c_int, *const *const c_char) -> c_int;

/// Loads the library and runs a tool. `arguments` are this program, the name of the tool, and the
/// arguments of the tool.
///
/// # Errors
/// Fails if the library cannot be loaded or has no such tool.
pub fn run(library: &Path, arguments: Vec<OsString>) -> Result<ExitCode, String> {
    let failed = |error| format!("cannot load {}: {error}", library.display());
    let text = |argument: OsString| {
        CString::new(argument.into_vec()).map_err(|_| "an argument has a zero byte".to_owned())
    };
    let arguments: Vec<CString> = arguments.into_iter().map(text).collect::<Result<_, _>>()?;
    let mut pointers: Vec<_> = arguments.iter().map(|argument| argument.as_ptr()).collect();
    let count = c_int::try_from(pointers.len()).map_err(|_| "too many arguments".to_owned())?;
    pointers.push(ptr::null());
    // SAFETY: the initializers of hloom's library have no requirements.
    let loaded = unsafe { Library::new(library) }.map_err(failed)?;
    let other = |lacks: &str| {
        format!("{} has no {lacks}; it belongs to another version of hloom", library.display())
    };
    // SAFETY: the symbol, if it exists, is the function whose type this file declares.
    let run_tool = unsafe { loaded.get::<RunTool>(b"hloom_run_tool\0") }
        .map_err(|_| other("command-line tools"))?;
    // SAFETY: `pointers` has `count` pointers to strings that end with a zero byte, and outlives the
    // call together with the strings.
    match unsafe { run_tool(count, pointers.as_ptr()) } {
        0 => Ok(ExitCode::SUCCESS),
        -1 => Err(other("tool of this name")),
        status => Ok(u8::try_from(status).map_or(ExitCode::FAILURE, ExitCode::from)),
    }
}
