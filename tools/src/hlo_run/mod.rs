// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-run`: a program, its inputs, its outputs.

mod arguments;
pub(crate) mod input;
mod progress;
mod report;
mod run;
mod watchdog;

use crate::command;
use arguments::Arguments;
use hloom_compiler::interface::Registry;
use std::ffi::OsString;
use std::io;
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
    command::main(arguments, |arguments: &Arguments| {
        // Not locked: programs that run on the interpreter print, too.
        run::run(arguments, registry, &mut io::stdout())
    })
}
