// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-fuzz`: random programs, on the platform and on the reference.
//!
//! A program of a seed is a case: its text, its inputs, and how far its results may be
//! from those of the reference. A worker process runs it; what kills the worker is a
//! finding like any other. Findings are made smaller and written to a folder.

mod arguments;
mod campaign;
mod case;
mod child;
pub mod data;
pub mod facts;
mod generate;
mod program;
mod random;
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

/// Runs the tool. The platforms must be registered.
///
/// Returns failure for a wrong command line, and if there is a finding.
pub fn main(arguments: impl IntoIterator<Item = OsString>, registry: &Registry) -> ExitCode {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    if let Some(code) = bisect::as_other_tool(&mut arguments, registry) {
        return code;
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(message) => {
            // Nothing can be done about a closed standard error.
            let _ = message.print();
            return if message.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    if let Err(error) = arguments.plugins.load().and_then(|()| {
        // Known before anything is made up for it.
        let platform = registry.platform(&arguments.platform)?;
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
