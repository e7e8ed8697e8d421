// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command that starts the running tool again, as a child process.

use std::ffi::OsString;
use std::io;
use std::process::Command;
use std::sync::OnceLock;

static COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the program and the first arguments that start the running tool again.
///
/// A process whose executable is not one of this crate's tools, such as a Python interpreter that
/// runs a tool, calls this function first. Without such a call, the command is the path of the
/// process's executable. Later calls have no effect.
pub fn set_command(command: Vec<OsString>) {
    let _ = COMMAND.set(command);
}

/// Returns the command that starts the running tool again.
///
/// # Errors
/// Fails if the operating system does not report the path of the process's executable.
pub(crate) fn command() -> io::Result<Command> {
    match COMMAND.get().map(Vec::as_slice) {
        Some([program, arguments @ ..]) => {
            let mut command = Command::new(program);
            command.args(arguments);
            Ok(command)
        }
        _ => Ok(Command::new(std::env::current_exe()?)),
    }
}
