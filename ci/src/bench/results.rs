// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The measurements of a benchmark run, which can be written to JSON and read from it.

use super::statistics::{Ratio, median, minimum};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Number of bytes that is added to the numerator and the denominator of a ratio of memory sizes,
/// which may be zero.
const MEMORY_UNIT: f64 = 65536.0;

/// All measurements of a run of `cargo ci bench`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Results {
    /// The CPUs that all engines used. Each engine used one thread for each CPU.
    pub cpus: Vec<usize>,
    /// Whether turns were too short for meaningful figures.
    pub quick: bool,
    pub roofline: Roofline,
    pub programs: Vec<Measured>,
}

/// Limits of the machine, measured on the CPUs of the benchmark.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Roofline {
    /// Rate of fused multiply-adds in f32, each of which counts as two operations.
    pub flops_per_second: f64,
    /// Rate of copying an array that does not fit into caches. Bytes that are read and bytes that
    /// are written both count.
    pub copy_bytes_per_second: f64,
}

/// The measurements of one program.
#[derive(Debug, Serialize, Deserialize)]
pub struct Measured {
    pub program: String,
    pub group: String,
    /// Bytes of the inputs and results. Each input must be read once, and each result must be
    /// written once.
    pub compulsory_bytes: f64,
    /// Number of floating-point operations according to XLA's cost analysis.
    pub flops: Option<f64>,
    pub hloom: Side,
    /// The measurements of the other engines, by the name of the engine.
    pub peers: BTreeMap<String, Side>,
}

/// The measurements of one engine for one program. Times are in milliseconds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Side {
    pub version: Option<String>,
    pub compile_ms: f64,
    /// For hloom, the size in bytes of the arena plus the memory of the runtime calls. For XLA, the
    /// size in bytes of the temporary memory.
    pub temporary_bytes: Option<u64>,
    /// The largest resident set in bytes of the process, which includes the engine and its
    /// compiler.
    pub peak_rss_bytes: Option<u64>,
    /// The times of the runs in milliseconds: one list for each round.
    pub rounds: Vec<Vec<f64>>,
    /// The first difference between the engine's results and the expected results; `None` if the
    /// results are correct.
    pub difference: Option<String>,
    /// The reason why the engine has no times, because it refused the program or failed; `None`
    /// otherwise.
    pub failure: Option<String>,
}

impl Side {
    /// Returns true if the engine ran the program and its results were correct.
    pub fn is_valid(&self) -> bool {
        self.failure.is_none() && self.difference.is_none()
    }

    /// Returns the median of the rounds' medians.
    pub fn median(&self) -> f64 {
        median(&self.rounds.iter().map(|times| median(times)).collect::<Vec<_>>())
    }

    /// Returns the time of the fastest run of all rounds.
    pub fn minimum(&self) -> f64 {
        minimum(&self.rounds.concat())
    }
}

/// The comparison of hloom with another engine on one program.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    pub measured: &'a Measured,
    pub peer: &'a Side,
}

impl Comparison<'_> {
    /// Returns hloom's speed relative to the peer's, by medians of paired rounds.
    pub fn speed(&self) -> Ratio {
        let rounds = self.measured.hloom.rounds.iter().zip(&self.peer.rounds);
        Ratio::of_rounds(
            &rounds.map(|(ours, peer)| median(peer) / median(ours)).collect::<Vec<_>>(),
        )
    }

    /// Returns hloom's speed relative to the peer's, by the fastest runs.
    pub fn speed_of_minima(&self) -> f64 {
        self.peer.minimum() / self.measured.hloom.minimum()
    }

    /// Returns the ratio of hloom's compile time to the peer's.
    pub fn compile_time(&self) -> f64 {
        self.measured.hloom.compile_ms / self.peer.compile_ms
    }

    /// Returns the ratio of hloom's temporary memory to the peer's, or `None` if one of the sizes
    /// is unknown.
    pub fn memory(&self) -> Option<f64> {
        let size = |side: &Side| side.temporary_bytes.map(|bytes| bytes as f64 + MEMORY_UNIT);
        Some(size(&self.measured.hloom)? / size(self.peer)?)
    }
}

impl Results {
    /// Returns the comparisons with an engine, for the programs for which both hloom and the engine
    /// computed correct results.
    pub fn with(&self, engine: &str) -> Vec<Comparison<'_>> {
        let valid = self.programs.iter().filter(|measured| measured.hloom.is_valid());
        let compared = valid.filter_map(|measured| {
            let peer = measured.peers.get(engine).filter(|side| side.is_valid())?;
            Some(Comparison { measured, peer })
        });
        compared.collect()
    }

    /// Returns the groups in the order of their programs.
    pub fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for measured in &self.programs {
            if groups.last() != Some(&measured.group.as_str()) {
                groups.push(&measured.group);
            }
        }
        groups
    }

    /// Reads the results of a benchmark run from a JSON file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read or is not the JSON of a run.
    pub fn read(path: &Path) -> Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| {
            format!("{}: expected a file that `cargo ci bench --json` wrote", path.display())
        })
    }

    /// Writes the results of the benchmark run to a JSON file.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)? + "\n";
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    }
}
