// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where programs are taken through passes, compiled and run: in processes of their own,
//! as any of it may crash.

use crate::child;
use crate::plugins::Plugins;
use hloom_compiler::Error;
use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The first argument with which this tool is `hlo-opt`.
pub(super) const OPT: &str = "--as-hlo-opt";
/// The first argument with which this tool is `hlo-run`.
pub(super) const RUN: &str = "--as-hlo-run";

/// A folder for programs and results.
pub(super) struct Workshop {
    folder: TempDir,
    patience: Duration,
    plugins: Vec<OsString>,
    count: Cell<usize>,
}

/// How a process ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// As it should.
    Well,
    /// With an error, which is this.
    Refused(String),
    /// By a signal, or not in time; what it said, and which.
    Crashed(String),
}

/// What a pass did.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Applied {
    /// A program, in this file.
    Program(PathBuf),
    /// It failed with these words.
    Failed(String),
    /// It crashed, or does not end.
    Crashed(String),
    /// A program that does not verify: in this file, if it can be printed, and why.
    Invalid(PathBuf, String),
}

impl Workshop {
    /// An empty one, where processes may take so long and know these libraries.
    ///
    /// # Errors
    /// If there is no place for it.
    pub fn new(patience: Duration, plugins: &Plugins) -> Result<Self, Error> {
        let folder = TempDir::with_prefix("hlo-bisect-");
        let folder = folder.map_err(|error| Error::file(std::env::temp_dir(), error))?;
        Ok(Self { folder, patience, plugins: plugins.arguments(), count: Cell::new(0) })
    }

    /// A path in it that nothing has.
    pub fn path(&self, name: &str) -> PathBuf {
        self.count.set(self.count.get() + 1);
        self.folder.path().join(format!("{}-{name}", self.count.get()))
    }

    /// Takes the program in a file through passes, and verifies it.
    ///
    /// # Errors
    /// If no process can be started.
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
            Ended::Well => return Ok(Applied::Program(result)),
            Ended::Crashed(said) => return Ok(Applied::Crashed(said)),
            Ended::Refused(said) => said,
        };
        // If it is not the pass that refuses, it is the verifier.
        Ok(match opt(&["--verify-each=0", "--mlir-print-op-generic"])? {
            Ended::Well => Applied::Invalid(result, said),
            Ended::Refused(_) | Ended::Crashed(_) => Applied::Failed(said),
        })
    }

    /// Compiles and runs a program as `hlo-run` does; results go to a folder.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn run(&self, arguments: &[OsString], results: &Path) -> Result<Ended, Error> {
        let mut all: Vec<_> = arguments.iter().map(OsString::as_os_str).collect();
        all.extend([OsStr::new("--output-dir"), results.as_os_str()]);
        self.process(RUN, &all)
    }

    fn process(&self, mode: &str, arguments: &[&OsStr]) -> Result<Ended, Error> {
        let log = self.path("log");
        let failed = |error| Error::file(&log, error);
        let tool = std::env::current_exe();
        let tool =
            tool.map_err(|error| Error::Internal(format!("no path of this tool: {error}")))?;
        let mut command = Command::new(&tool);
        command.arg(mode).args(&self.plugins).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(File::create(&log).map_err(failed)?);
        let child = command.spawn().map_err(|error| Error::file(&tool, error))?;
        let ended = child::wait(child, self.patience);
        let ended = ended.map_err(|error| Error::file(&tool, error))?;
        let said = fs::read(&log).map_err(failed)?;
        let said = String::from_utf8_lossy(&said).trim_end().to_owned();
        Ok(match ended {
            Some(status) if status.success() => Ended::Well,
            Some(status) => match status.signal() {
                Some(signal) => Ended::Crashed(join(&format!("signal {signal}"), &said)),
                None => Ended::Refused(said),
            },
            None => {
                let seconds = self.patience.as_secs();
                Ended::Crashed(join(&format!("not done after {seconds} s"), &said))
            }
        })
    }
}

/// Lines on lines.
fn join(first: &str, others: &str) -> String {
    if others.is_empty() { first.to_owned() } else { format!("{first}\n{others}") }
}
