// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command that says whether a program is interesting still.

use crate::child;
use hloom_compiler::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// What shells exit with if there is no such command, or it cannot be run.
const NOT_RUN: [i32; 2] = [126, 127];

/// A command that fails for interesting programs.
pub(super) struct Predicate {
    command: PathBuf,
    arguments: Vec<OsString>,
    patience: Duration,
    folder: TempDir,
}

impl Predicate {
    /// A command, its arguments before the file's name, and how long it may take.
    ///
    /// # Errors
    /// If there is no folder for the files that it is given.
    pub fn new(command: &Path, arguments: &[OsString], patience: Duration) -> Result<Self, Error> {
        let temporary = std::env::temp_dir();
        let folder = TempDir::with_prefix("hlo-reduce-");
        let folder = folder.map_err(|error| Error::file(&temporary, error))?;
        // A file that is here is meant before a command of the system.
        let is_here = command.components().count() == 1 && command.is_file();
        let command = if is_here { Path::new(".").join(command) } else { command.to_owned() };
        Ok(Self { command, arguments: arguments.to_vec(), patience, folder })
    }

    /// Whether the command fails for a program.
    ///
    /// # Errors
    /// If it cannot be run.
    pub fn holds(&self, program: &str) -> Result<bool, Error> {
        let path = self.folder.path().join("program.mlir");
        std::fs::write(&path, program).map_err(|error| Error::file(&path, error))?;
        let mut command = Command::new(&self.command);
        command.args(&self.arguments).arg(&path);
        // What it says of hundreds of programs nobody wants to read.
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().map_err(|error| {
            Error::invalid(format!("cannot run the test `{}`: {error}", self.command.display()))
        })?;
        let ended = child::wait(child, self.patience);
        let ended = ended.map_err(|error| Error::file(&self.command, error))?;
        let Some(status) = ended else { return Ok(false) };
        if let Some(code) = status.code().filter(|code| NOT_RUN.contains(code)) {
            return Err(Error::invalid(format!(
                "the test `{}` ends with {code}: it cannot run a command",
                self.command.display()
            )));
        }
        Ok(!status.success())
    }
}
