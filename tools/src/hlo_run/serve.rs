// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs a compiled program as often as another process requests.
//!
//! A benchmark that compares programs runs warm processes in turns. Each message of the protocol is
//! one line. `hlo-run` first writes its report as JSON. Then each line of standard input is a
//! number of runs, and the answer is a JSON array of their times in milliseconds.

use super::report::Report;
use crate::command::Failure;
use hloom_compiler::interface::milliseconds;
use hloom_compiler::{CompiledProgram, Error, Literal};
use std::io::{BufRead, Write};

/// Number of runs for each request that are not measured. The first run for a request accesses the
/// memory of the results for the first time.
const WARM_UPS: usize = 1;

/// Writes the report of the compiled program, then answers each line of `requests` with the times
/// of the requested runs.
///
/// # Errors
/// Fails if a run fails, if a line is not a positive number, or if a line cannot be read or
/// written.
pub fn serve(
    compiled: &CompiledProgram,
    inputs: &[Literal],
    report: &Report,
    requests: impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    answer(report, output)?;
    for line in requests.lines() {
        let line = line?;
        let count = line.trim().parse().ok().filter(|count| *count > 0).ok_or_else(|| {
            Error::invalid(format!(
                "standard input: expected a positive number of runs, found `{line}`"
            ))
        })?;
        let (times, _) = compiled.benchmark(inputs, WARM_UPS, count)?;
        answer(&times.into_iter().map(milliseconds).collect::<Vec<_>>(), output)?;
    }
    Ok(())
}

fn answer(value: &impl serde::Serialize, output: &mut impl Write) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(|error| Error::Internal(error.to_string()))?;
    writeln!(output, "{text}")?;
    Ok(output.flush()?)
}
