// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Entry and exit of the command-line tools: argument parsing, program input, error reports and
//! exit status.

use clap::Parser;
use hloom_compiler::interface::WarningHandler;
use hloom_compiler::{Error, Program, mlir};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

/// Parses a command line and runs a tool.
///
/// Results go to standard output and everything else to standard error. Returns failure if the
/// command line is invalid, if `run` or a plugin fails, or if the tool panics. A panic is
/// reported as an internal error.
pub fn main<A: Parser>(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    run: impl FnOnce(&A) -> Result<(), Failure>,
) -> ExitCode {
    let arguments = match A::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(message) => {
            // A failure to write to standard error cannot be reported anywhere.
            let _ = message.print();
            return if message.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    // The panic hook has already printed the location and the message.
    let outcome = catch_unwind(AssertUnwindSafe(|| run(&arguments)))
        .unwrap_or_else(|_| Err(Failure::Error(Error::Internal("the tool panicked".to_owned()))));
    // After a plugin has failed, the outcome of the tool is not reliable.
    let outcome = hloom_plugin::failure().map_or(outcome, |failure| Err(failure.into()));
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe early, for example `head`.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                let _ = writeln!(io::stderr(), "{message}");
            }
            ExitCode::FAILURE
        }
    }
}

/// Reads a program from a file, or from standard input if the path is `-`.
///
/// # Errors
/// Fails if the file cannot be read or its format is unknown.
pub fn read_program(path: &Path) -> Result<Program, Error> {
    if path != Path::new("-") {
        return Program::from_file(path);
    }
    let (bytes, name) = read_bytes(path)?;
    Program::from_bytes(&name, bytes)
}

/// Reads a file, or standard input if the path is `-`.
///
/// Returns the content, and the path or `<stdin>` as the name of the file in messages.
///
/// # Errors
/// Fails if the file cannot be read.
pub fn read_bytes(path: &Path) -> Result<(Vec<u8>, String), Error> {
    if path != Path::new("-") {
        let bytes = fs::read(path).map_err(|error| Error::file(path, error))?;
        return Ok((bytes, path.display().to_string()));
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes).map_err(|error| Error::file("<stdin>", error))?;
    Ok((bytes, "<stdin>".to_owned()))
}

/// Reason for the failure of a tool.
#[derive(Debug)]
pub enum Failure {
    /// The tool cannot do the requested work; the error states the reason.
    Error(Error),
    /// The output of the tool cannot be written.
    Output(io::Error),
    /// The tool has already reported the failure.
    Reported,
}

impl Failure {
    /// Adds a note to an error about arguments of unknown sizes, which says how the tool is given
    /// sizes.
    pub fn noting_sizes(self, remedy: &str) -> Self {
        match self {
            Self::Error(error) => Self::Error(mlir::noting_sizes(error, remedy)),
            failure => failure,
        }
    }

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

/// Prints an error to standard error.
pub fn report(error: &Error) {
    // A failure to write to standard error cannot be reported anywhere.
    let _ = writeln!(io::stderr(), "{}", render(error));
}

/// Returns a handler that prints warnings to standard error.
pub fn warning_handler() -> WarningHandler {
    WarningHandler::new(|message| {
        // A failure to write to standard error cannot be reported anywhere.
        let _ = writeln!(io::stderr(), "{message}");
    })
}

/// Formats an error for the terminal. Adds the prefix `error: `, except to diagnostics of a
/// program, which have their own prefixes.
pub fn render(error: &Error) -> String {
    match error {
        Error::Program(diagnostics) => diagnostics.clone(),
        error => format!("error: {error}"),
    }
}
