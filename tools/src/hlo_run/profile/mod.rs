// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--profile`: shows the times of the kernels and source lines of a run, as tables and as a trace.

mod roofline;
mod tables;
mod trace;

use hloom_compiler::interface::Profile;
use hloom_compiler::{CompiledProgram, Error, Literal};
use roofline::Roofline;
use std::path::Path;
use std::time::Duration;
use tables::Tables;

/// The number of recorded runs, unless `--benchmark` specifies another number.
pub const RUNS: usize = 5;

/// The outcome of running a program with a profile.
pub struct Profiled {
    /// The duration of each run.
    pub times: Vec<Duration>,
    /// The results of the last run.
    pub results: Vec<Literal>,
    /// The tables for the terminal.
    pub text: String,
}

/// Runs a program once to warm up and then `count` times, and writes the trace to a file.
///
/// # Errors
/// Fails if a run fails or the file cannot be written.
pub fn run(
    path: &Path,
    name: &str,
    compiled: &CompiledProgram,
    profile: &Profile,
    inputs: &[Literal],
    count: usize,
    threads: usize,
) -> Result<Profiled, Error> {
    let (times, results) = compiled.benchmark(inputs, 1, count)?;
    let mut trace = profile.recorder.take();
    let warm_up = trace.spans.iter().map(|span| span.run).min();
    trace.spans.retain(|span| Some(span.run) != warm_up);
    let roofline = Roofline::measure(threads);
    trace::write(path, name, profile, &trace, roofline)?;
    let mut text = Tables::new(profile, &trace, roofline, threads).render();
    if cfg!(debug_assertions) {
        text.push_str("note: this build of hlo-run is not optimized, so the limits are too low\n");
    }
    Ok(Profiled { times, results, text })
}
