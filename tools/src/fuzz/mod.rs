// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fuzz`: compares the results of random programs on a platform with the interpreter's
//! results.
//!
//! A seed determines a test case: the text of a program, its inputs, and error bounds of its
//! results. A worker process runs the case on the platform and on the interpreter, so that a crash
//! or a hang is reported as a finding, like a wrong result. Findings are reduced and written to a
//! folder.

mod arguments;
mod campaign;
mod case;
mod child;
pub mod data;
pub mod facts;
mod generate;
mod program;
pub mod random;
mod rates;
mod report;
mod shrink;
mod tally;
mod worker;

use crate::{bisect, command};
use arguments::Arguments;
use clap::Parser;
use hloom_compiler::interface::Registry;
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs `hlo-fuzz` with the registered platforms.
///
/// Returns failure if the command line is invalid or if there is a finding.
pub fn main(arguments: impl IntoIterator<Item = OsString>, registry: &Registry) -> ExitCode {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    if let Some(code) = bisect::as_other_tool(&mut arguments, registry) {
        return code;
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(message) => {
            // A failure to write to standard error cannot be reported anywhere.
            let _ = message.print();
            return if message.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    if let Err(error) = arguments.plugins.load().and_then(|()| {
        // Checks the platform before any program is generated.
        let platform = hloom_pjrt_client::platform(registry, &arguments.platform)?;
        if platform.device_count() > 0 {
            return Ok(());
        }
        let name = platform.name();
        Err(hloom_compiler::Error::invalid(format!("platform `{name}` has no device here")))
    }) {
        command::report(&error);
        return ExitCode::FAILURE;
    }
    let outcome = match (arguments.worker, arguments.print) {
        (true, _) => worker::run(&arguments.platform).map(|()| true),
        (false, true) => campaign::print(&arguments).map(|()| true),
        (false, false) => campaign::run(&arguments, registry),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
