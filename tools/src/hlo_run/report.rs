// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Times and memory sizes of a compilation and of runs of the compiled program.

use hloom_compiler::interface::{Stage, Times, milliseconds};
use hloom_compiler::{CompiledProgram, Error};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use std::path::Path;
use std::time::Duration;

/// Measurements of one program. Times are in milliseconds, memory sizes in bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    program: String,
    platform: String,
    compile_ms: f64,
    compilations: usize,
    #[serde(serialize_with = "as_map")]
    stages_ms: Vec<(String, f64)>,
    run_ms_min: f64,
    run_ms_median: f64,
    runs: usize,
    #[serde(skip)]
    times: Times,
    arena_bytes: usize,
    runtime_bytes: usize,
    code_bytes: usize,
    constant_bytes: usize,
    argument_bytes: usize,
    result_bytes: usize,
    alias_bytes: usize,
}

impl Report {
    /// Collects the measurements of a program that was compiled and run.
    pub fn new(
        name: &str,
        platform: &str,
        compiled: &CompiledProgram,
        compilations: &[Duration],
        runs: &[Duration],
    ) -> Self {
        let executable = compiled.executable();
        let memory = executable.memory_analysis();
        let stage = |stage: &Stage| (stage.name.clone(), milliseconds(stage.duration));
        let times = Times::from(runs.to_vec());
        Self {
            program: name.to_owned(),
            platform: platform.to_owned(),
            compile_ms: Times::from(compilations.to_vec()).median_ms(),
            compilations: compilations.len(),
            stages_ms: executable.stages().iter().map(stage).collect(),
            run_ms_min: times.min_ms(),
            run_ms_median: times.median_ms(),
            runs: times.count(),
            times,
            arena_bytes: memory.arena_bytes,
            runtime_bytes: memory.runtime_bytes,
            code_bytes: memory.code_bytes,
            constant_bytes: memory.constant_bytes,
            argument_bytes: memory.argument_bytes,
            result_bytes: memory.result_bytes,
            alias_bytes: memory.alias_bytes,
        }
    }
}

impl Display for Report {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { compile_ms, times, arena_bytes, runtime_bytes, .. } = self;
        write!(formatter, "compile {compile_ms:.1} ms, run {times}, arena {arena_bytes} bytes")?;
        match runtime_bytes {
            0 => Ok(()),
            bytes => write!(formatter, ", runtime calls {bytes} bytes"),
        }
    }
}

/// Writes the measurements as JSON: an object for one program, an array for several.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(path: &Path, reports: &[Report]) -> Result<(), Error> {
    let text = match reports {
        [only] => serde_json::to_string_pretty(only),
        several => serde_json::to_string_pretty(several),
    };
    let text = text.map_err(|error| Error::Internal(error.to_string()))?;
    std::fs::write(path, text + "\n").map_err(|error| Error::file(path, error))
}

/// Serializes pairs of a name and a number as a map, in the order of the pairs.
fn as_map<S: Serializer>(entries: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, value)| (name, value)))
}
