// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-run`: compiles a program, runs it and prints or writes the results.

mod arguments;
mod check_each;
mod comparison;
pub(crate) mod input;
mod isolate;
mod job;
mod memory_report;
mod profile;
mod progress;
mod random_inputs;
mod report;
mod run;
mod serve;
mod sharded;
mod tune;
mod watchdog;

use crate::command;
use arguments::Arguments;
use hloom_compiler::interface::Registry;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

/// Runs `hlo-run` with the platforms of a registry.
///
/// Results go to standard output and everything else to standard error. Returns failure if the
/// command line is invalid, if the program or an input is rejected, if a check fails, or if the
/// tool fails.
pub fn main(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    registry: &Registry,
) -> ExitCode {
    command::main(arguments, |arguments: &Arguments| {
        // Standard output is not locked because programs on the interpreter print, too.
        run::run(arguments, registry, &mut io::stdout())
    })
}
