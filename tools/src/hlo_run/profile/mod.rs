// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--profile`: shows the times of the kernels and source lines of a run, as tables and as a trace.

mod roofline;
mod tables;
mod trace;

use crate::explorer::times::{Limits, Times};
use hloom_compiler::interface::{Profile, Trace};
use hloom_compiler::{CompiledProgram, Error, Literal};
use roofline::Roofline;
use std::path::Path;
use std::time::Duration;
use tables::Tables;

/// The number of recorded runs of a profile, unless `--benchmark` specifies another number.
pub const RUNS: usize = 5;

/// The remark that accompanies the profiles of a build of `hlo-run` that is not optimized.
const NOT_OPTIMIZED: &str =
    "note: this build of hlo-run is not optimized, so the limits are too low";

/// The times and results of running a program with a profile.
pub struct Profiled {
    /// The duration of each recorded run.
    pub times: Vec<Duration>,
    /// The results of the last run.
    pub results: Vec<Literal>,
    trace: Trace,
    roofline: Roofline,
    threads: usize,
}

/// Runs a program once to warm up, then records `count` runs, and measures the limits of the
/// machine.
///
/// # Errors
/// Fails if a run fails.
pub fn run(
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
    Ok(Profiled { times, results, trace, roofline: Roofline::measure(threads), threads })
}

impl Profiled {
    /// Writes the trace of the recorded runs to a file, and returns the tables of the fastest run
    /// for the terminal.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path, name: &str, profile: &Profile) -> Result<String, Error> {
        trace::write(path, name, profile, &self.trace, self.roofline)?;
        let mut text = Tables::new(profile, &self.trace, self.roofline, self.threads).render();
        if cfg!(debug_assertions) {
            text.push_str(NOT_OPTIMIZED);
            text.push('\n');
        }
        Ok(text)
    }

    /// Returns the times of the fastest run in the form that a page of `--explore` stores.
    pub fn summary(&self, profile: &Profile) -> Times {
        let Roofline { flops, bytes } = self.roofline;
        let mut times = Times::of(profile, &self.trace, Limits { flops, bytes }, self.threads);
        if cfg!(debug_assertions) {
            NOT_OPTIMIZED.clone_into(&mut times.note);
        }
        times
    }
}
