// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs passes and programs in child processes, so that a crash or a hang does not end the
//! tool.
//!
//! The child processes are this executable, started as `hlo-opt` or `hlo-run` by a first
//! argument.

use crate::child;
use crate::plugins::Plugins;
use crate::this_tool;
use hloom_compiler::Error;
use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::TempDir;

/// First argument that starts this executable as `hlo-opt`.
pub const OPT: &str = "--as-hlo-opt";
/// First argument that starts this executable as `hlo-run`.
pub const RUN: &str = "--as-hlo-run";

/// The environment of child processes: a temporary folder, a time limit and the plugins to load.
pub struct Sandbox {
    folder: TempDir,
    timeout: Duration,
    plugins: Vec<OsString>,
    count: Cell<usize>,
}

/// The outcome of a child process.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The process exited with status 0.
    Succeeded,
    /// The process exited with another status than 0. Holds its error output.
    Refused(String),
    /// The process was killed by a signal or exceeded the time limit. Holds the reason, followed by
    /// the error output.
    Crashed(String),
}

/// The outcome of running passes on a program with `hlo-opt`.
#[derive(Debug, PartialEq, Eq)]
pub enum Applied {
    /// The passes succeeded. Holds the file with the resulting program.
    Program(PathBuf),
    /// A pass failed. Holds the error message.
    Failed(String),
    /// The process crashed or exceeded the time limit. Holds the reason, followed by the error
    /// output.
    Crashed(String),
    /// The resulting program does not verify. Holds the path of a file with the program, and the
    /// verifier's message.
    Invalid(PathBuf, String),
}

impl Sandbox {
    /// Creates a sandbox whose processes are killed after `timeout` and load the given plugins.
    ///
    /// # Errors
    /// Fails if the temporary folder cannot be created.
    pub fn new(timeout: Duration, plugins: &Plugins) -> Result<Self, Error> {
        let folder = TempDir::with_prefix("hlo-bisect-");
        let folder = folder.map_err(|error| Error::file(std::env::temp_dir(), error))?;
        Ok(Self { folder, timeout, plugins: plugins.arguments(), count: Cell::new(0) })
    }

    /// Returns an unused path in the sandbox's temporary folder, whose file name ends with `name`.
    pub fn path(&self, name: &str) -> PathBuf {
        self.count.set(self.count.get() + 1);
        self.folder.path().join(format!("{}-{name}", self.count.get()))
    }

    /// Runs passes on the program in a file and verifies the resulting program.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub fn apply(&self, program: &Path, passes: &str) -> Result<Applied, Error> {
        let result = self.path("program.mlir");
        let pipeline = format!("--pass-pipeline=builtin.module({passes})");
        let opt = |flags: &[&str]| {
            let mut arguments = vec![program.as_os_str(), OsStr::new(&pipeline)];
            arguments.push(OsStr::new("--mlir-print-op-on-diagnostic=false"));
            arguments.extend(flags.iter().map(OsStr::new));
            arguments.extend([OsStr::new("-o"), result.as_os_str()]);
            self.process(OPT, &arguments)
        };
        let said = match opt(&[])? {
            Outcome::Succeeded => return Ok(Applied::Program(result)),
            Outcome::Crashed(said) => return Ok(Applied::Crashed(said)),
            Outcome::Refused(said) => said,
        };
        // If the passes succeed without verification, the verifier rejected the result.
        Ok(match opt(&["--verify-each=0", "--mlir-print-op-generic"])? {
            Outcome::Succeeded => Applied::Invalid(result, said),
            Outcome::Refused(_) | Outcome::Crashed(_) => Applied::Failed(said),
        })
    }

    /// Runs `hlo-run` with the given arguments, which name a program, and writes the program's
    /// results to the folder `results`.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub fn run(&self, arguments: &[OsString], results: &Path) -> Result<Outcome, Error> {
        let mut all: Vec<_> = arguments.iter().map(OsString::as_os_str).collect();
        all.extend([OsStr::new("--output-dir"), results.as_os_str()]);
        self.process(RUN, &all)
    }

    fn process(&self, mode: &str, arguments: &[&OsStr]) -> Result<Outcome, Error> {
        let log = self.path("log");
        let failed = |error| Error::file(&log, error);
        let mut command = this_tool::command().map_err(|error| {
            Error::Internal(format!("cannot find the path of this tool: {error}"))
        })?;
        let tool = PathBuf::from(command.get_program());
        command.arg(mode).args(&self.plugins).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(File::create(&log).map_err(failed)?);
        let child = command.spawn().map_err(|error| Error::file(&tool, error))?;
        let ended = child::wait(child, self.timeout);
        let ended = ended.map_err(|error| Error::file(&tool, error))?;
        let said = fs::read(&log).map_err(failed)?;
        let said = String::from_utf8_lossy(&said).trim_end().to_owned();
        Ok(match ended {
            Some(status) if status.success() => Outcome::Succeeded,
            Some(status) => match status.signal() {
                Some(signal) => Outcome::Crashed(join(&format!("signal {signal}"), &said)),
                None => Outcome::Refused(said),
            },
            None => {
                let seconds = self.timeout.as_secs();
                Outcome::Crashed(join(&format!("timed out after {seconds} s"), &said))
            }
        })
    }
}

/// Joins the first line of a message and its other lines, which may be empty.
fn join(first: &str, others: &str) -> String {
    if others.is_empty() { first.to_owned() } else { format!("{first}\n{others}") }
}
