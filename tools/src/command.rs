// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the tools' command lines have in common: how they begin and end.

use clap::Parser;
use hloom_compiler::{Error, Program};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

/// Runs a tool on a command line. Results go to the standard output, everything else to
/// the standard error.
///
/// Returns failure for a wrong command line, for what the tool ends with, and if it
/// panics, which is a mistake of ours.
pub(crate) fn main<A: Parser>(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    run: impl FnOnce(&A) -> Result<(), Failure>,
) -> ExitCode {
    let arguments = match A::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(message) => {
            // Nothing can be done about a closed standard error.
            let _ = message.print();
            return if message.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    // The hook has printed where a panic was and why.
    let outcome = catch_unwind(AssertUnwindSafe(|| run(&arguments)))
        .unwrap_or_else(|_| Err(Failure::Error(Error::Internal("a panic".to_owned()))));
    // What came of it since is worth nothing.
    let outcome = hloom_plugin::failure().map_or(outcome, |failure| Err(failure.into()));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                let _ = writeln!(io::stderr(), "{message}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Reads a program from a file, or for `-` from the standard input.
///
/// # Errors
/// If it cannot be read, or is neither text nor bytecode.
pub(crate) fn read_program(path: &Path) -> Result<Program, Error> {
    if path != Path::new("-") {
        return Program::from_file(path);
    }
    let (bytes, name) = read_bytes(path)?;
    Program::from_bytes(&name, bytes)
}

/// Reads a file, or for `-` the standard input, and what messages call it.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read_bytes(path: &Path) -> Result<(Vec<u8>, String), Error> {
    if path != Path::new("-") {
        let bytes = fs::read(path).map_err(|error| Error::file(path, error))?;
        return Ok((bytes, path.display().to_string()));
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Error::file("<stdin>", error))?;
    Ok((bytes, "<stdin>".to_owned()))
}

/// Why a tool ends early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What it was asked for cannot be done.
    Error(Error),
    /// Its output goes nowhere.
    Output(io::Error),
    /// It has said what failed already.
    Reported,
}

impl Failure {
    fn message(&self) -> Option<String> {
        match self {
            Self::Error(error) => Some(render(error)),
            Self::Output(error) => Some(format!("error: cannot write the output: {error}")),
            Self::Reported => None,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Says on the standard error what is wrong.
pub(crate) fn report(error: &Error) {
    // Nothing can be done about a closed standard error.
    let _ = writeln!(io::stderr(), "{}", render(error));
}

/// An error as the tools print it: diagnostics are complete lines already.
pub(crate) fn render(error: &Error) -> String {
    match error {
        Error::Program(diagnostics) => diagnostics.clone(),
        error => format!("error: {error}"),
    }
}
