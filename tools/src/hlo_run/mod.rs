// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-run`: a program, its inputs, its outputs.

mod arguments;
mod input;
mod progress;
mod report;
mod run;
mod watchdog;

use arguments::Arguments;
use clap::Parser;
use hloom_compiler::Error;
use hloom_compiler::interface::Registry;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Runs the tool with the platforms of a registry. Results go to the standard
/// output, everything else to the standard error.
///
/// Returns failure for a wrong command line, a program that is refused, wrong
/// inputs, a check that does not hold, and if the tool itself fails.
pub fn main(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    registry: &Registry,
) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(message) => {
            // Nothing can be done about a closed standard error.
            let _ = message.print();
            return if message.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    // Not locked: programs that run on the interpreter print, too.
    let mut output = io::stdout();
    let run = || run::run(&arguments, registry, &mut output);
    // A panic is a mistake of ours: the hook has printed where and why.
    let outcome = catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| Err(Failure::Error(Error::Internal("a panic".to_owned()))));
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

/// Why the tool ends early.
#[derive(Debug)]
enum Failure {
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

/// An error as the tool prints it: diagnostics are complete lines already.
fn render(error: &Error) -> String {
    match error {
        Error::Program(diagnostics) => diagnostics.clone(),
        error => format!("error: {error}"),
    }
}
