// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the test command that decides whether a program is still interesting.

use crate::child;
use hloom_compiler::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Exit statuses of shells for a command that cannot be run (126) or is not found (127).
const NOT_RUN: [i32; 2] = [126, 127];

/// A test command, which fails for interesting programs.
pub struct Predicate {
    command: PathBuf,
    arguments: Vec<OsString>,
    timeout: Duration,
    folder: TempDir,
}

impl Predicate {
    /// Creates a predicate from a test command, its arguments before the file name, and a time
    /// limit.
    ///
    /// # Errors
    /// Fails if the temporary folder cannot be created.
    pub fn new(command: &Path, arguments: &[OsString], timeout: Duration) -> Result<Self, Error> {
        let temporary = std::env::temp_dir();
        let folder = TempDir::with_prefix("hlo-reduce-");
        let folder = folder.map_err(|error| Error::file(&temporary, error))?;
        // A file in the current folder takes precedence over a command on the PATH.
        let is_here = command.components().count() == 1 && command.is_file();
        let command = if is_here { Path::new(".").join(command) } else { command.to_owned() };
        Ok(Self { command, arguments: arguments.to_vec(), timeout, folder })
    }

    /// Returns true if the test command fails for a program. A command that exceeds the time limit
    /// counts as successful.
    ///
    /// # Errors
    /// Fails if the test command cannot be run.
    pub fn holds(&self, program: &str) -> Result<bool, Error> {
        let path = self.folder.path().join("program.mlir");
        std::fs::write(&path, program).map_err(|error| Error::file(&path, error))?;
        let mut command = Command::new(&self.command);
        command.args(&self.arguments).arg(&path);
        // The output of hundreds of runs would not be useful.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| {
            Error::invalid(format!(
                "cannot run the test command `{}`: {error}",
                self.command.display()
            ))
        })?;
        let ended = child::wait(child, self.timeout);
        let ended = ended.map_err(|error| Error::file(&self.command, error))?;
        let Some(status) = ended else { return Ok(false) };
        if let Some(code) = status.code().filter(|code| NOT_RUN.contains(code)) {
            return Err(Error::invalid(format!(
                "the test command `{}` exited with status {code}: a command was not found or cannot \
                 be run",
                self.command.display()
            )));
        }
        Ok(!status.success())
    }
}
