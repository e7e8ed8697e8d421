// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C function by which the launcher `hloom` runs tools, without a Python interpreter.

use super::{main_of, start};
use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;

/// Runs a tool. `arguments` are `count` pointers to strings that end with a zero byte: the program
/// that starts a tool, the name of the tool, such as `hlo-opt`, and the arguments of the tool.
///
/// Returns the exit status of the tool, 101 if the tool panics, or -1 if there is no such tool or no
/// name of a tool. The panic's message is on standard error.
///
/// # Safety
/// `arguments` must point to `count` valid pointers to such strings.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hloom_run_tool(count: c_int, arguments: *const *const c_char) -> c_int {
    let text = |index| {
        // SAFETY: `index` is less than `count`, and the caller passes `count` pointers to strings
        // that end with a zero byte.
        let text = unsafe { CStr::from_ptr(*arguments.add(index)) };
        OsStr::from_bytes(text.to_bytes()).to_owned()
    };
    let arguments: Vec<OsString> = (0..usize::try_from(count).unwrap_or(0)).map(text).collect();
    hloom_tools::status_or_panicked(|| run(&arguments))
}

/// Runs a tool with the arguments of [`hloom_run_tool`].
fn run(arguments: &[OsString]) -> c_int {
    let Some((program, arguments)) = arguments.split_first() else { return -1 };
    let name = arguments.first().map(|name| name.to_string_lossy());
    let Some((name, main)) = name.and_then(|name| Some((name.clone(), main_of(&name)?))) else {
        return -1;
    };
    let again = vec![program.clone(), name.into_owned().into()];
    let code = start(main, arguments.to_vec(), again);
    c_int::from(code != ExitCode::SUCCESS)
}
