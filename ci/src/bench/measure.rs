// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures a program in all engines, in turns.

use super::peer::Peer;
use super::programs::{self, Program};
use super::results::{Measured, Roofline, Side};
use super::roofline;
use super::worker::{Greeting, Worker};
use crate::process;
use crate::project::Project;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The script that runs one of the other engines in a separate process.
const WORKER: &str = "ci/bench/worker.py";
/// The script that compares results with the expected results.
const COMPARER: &str = "ci/bench/compare.py";
/// The maximum number of times that an engine compiles a program. `worker.py` uses the same number.
const COMPILATIONS: &str = "5";
/// Settings of glibc that keep freed memory in the process. Without them, an engine that allocates
/// its results at every run spends most of a memory-bound run in page faults, and an engine that
/// reuses the memory of its results appears to be several times faster.
const KEPT_MEMORY: (&str, &str) = (
    "GLIBC_TUNABLES",
    "glibc.malloc.mmap_threshold=4294967296:glibc.malloc.trim_threshold=8589934592",
);
/// The maximum number of runs in a turn.
const MOST_RUNS: f64 = 1000.0;

/// The extent of the measurements: the number of rounds, and the length of a turn.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    rounds: u16,
    /// Duration of a turn in milliseconds, unless a single run takes longer.
    turn_ms: f64,
    /// The minimum number of runs in a turn.
    least_runs: f64,
}

impl Effort {
    /// Returns the effort of a full or of a quick measurement.
    pub fn new(quick: bool, rounds: Option<u16>) -> Self {
        let full = Self { rounds: 5, turn_ms: 300.0, least_runs: 2.0 };
        let quick_one = Self { rounds: 2, turn_ms: 20.0, least_runs: 1.0 };
        let effort = if quick { quick_one } else { full };
        Self { rounds: rounds.unwrap_or(effort.rounds), ..effort }
    }

    /// Returns the number of runs in a turn if a single run takes `run_ms` milliseconds.
    fn runs(self, run_ms: f64) -> usize {
        (self.turn_ms / run_ms).ceil().clamp(self.least_runs, MOST_RUNS) as usize
    }
}

/// The configuration of a benchmark run: the engines, the CPUs, the exported programs and the
/// effort.
pub struct Bench<'a> {
    pub project: &'a Project,
    pub python: PathBuf,
    /// The Python interpreter with the newest XLA; `None` if the newest XLA is not measured.
    pub newest: Option<PathBuf>,
    pub cpus: Vec<usize>,
    /// The folder with the exported programs.
    pub folder: PathBuf,
    pub peers: Vec<Peer>,
    /// The path of another build of hlo-run to measure, if any.
    pub build: Option<PathBuf>,
    pub effort: Effort,
}

/// An engine that takes part in the rounds, and its measurements so far.
struct Participant {
    name: &'static str,
    worker: Option<Worker>,
    runs: usize,
    side: Side,
    flops: Option<f64>,
}

impl Participant {
    /// Starts the engine's worker and runs the program once, to determine the number of runs in a
    /// turn. A failure is recorded in the participant's measurements.
    fn start(name: &'static str, command: &mut Command, folder: &Path, effort: Effort) -> Self {
        let log = folder.join(format!("{name}.log"));
        let mut this = Self { name, worker: None, runs: 0, side: Side::default(), flops: None };
        match Worker::start(command, &log) {
            Ok((worker, greeting)) => {
                let Greeting { compile_ms, version, flops, difference, .. } = greeting;
                let temporary_bytes =
                    greeting.temporary_bytes.map(|bytes| bytes + greeting.runtime_bytes);
                this.side = Side { version, compile_ms, temporary_bytes, difference, ..this.side };
                this.flops = flops.filter(|flops| *flops > 0.0);
                this.worker = Some(worker);
                this.take_turn(1);
                let first = this.side.rounds.pop();
                this.runs = first.map_or(0, |times| effort.runs(times[0]));
            }
            Err(error) => this.side.failure = Some(format!("{error:#}")),
        }
        this
    }

    /// Runs the program `runs` times. If a run fails, the engine takes part in no further rounds.
    fn take_turn(&mut self, runs: usize) {
        let Some(worker) = &mut self.worker else { return };
        match worker.run(runs) {
            Ok(times) => self.side.rounds.push(times),
            Err(error) => {
                self.side.failure = Some(format!("{error:#}"));
                self.worker = None;
            }
        }
    }

    fn finish(mut self) -> (&'static str, Side, Option<f64>) {
        self.side.peak_rss_bytes = self.worker.as_ref().and_then(Worker::peak_rss_bytes);
        (self.name, self.side, self.flops)
    }
}

impl Bench<'_> {
    /// Measures the machine's limits.
    ///
    /// # Errors
    ///
    /// Fails if the measuring program cannot be built or run.
    pub fn roofline(&self) -> Result<Roofline> {
        roofline::measure(self.project, &self.cpus, |program| self.on_cpus(program))
    }

    /// Measures one program.
    ///
    /// # Errors
    ///
    /// Fails if the program cannot be exported, or if results cannot be compared. The failure of an
    /// engine is part of the returned results.
    pub fn measure(&self, program: &Program) -> Result<Measured> {
        let (folder, description) =
            programs::export(self.project, &self.python, &self.folder, &program.name)?;
        let tool = self.project.tool("release", "hlo-run");
        let mut participants = vec![self.hloom("hloom", &tool, &folder)?];
        if let Some(build) = &self.build {
            participants.push(self.hloom("build", build, &folder)?);
        }
        let has_onnx = folder.join("program.onnx").is_file();
        for peer in self.peers.iter().filter(|peer| has_onnx || !peer.needs_onnx()) {
            let mut command = self.peer(*peer, &folder);
            participants.push(Participant::start(peer.id(), &mut command, &folder, self.effort));
        }
        for round in 0..self.effort.rounds {
            // The side that runs first alternates.
            if round > 0 {
                participants.reverse();
            }
            for participant in &mut participants {
                participant.take_turn(participant.runs);
            }
        }
        let mut sides = BTreeMap::new();
        let mut flops = None;
        for participant in participants {
            let (name, side, counted) = participant.finish();
            flops = flops.or(counted);
            sides.insert(name.to_owned(), side);
        }
        Ok(Measured {
            program: program.name.clone(),
            group: program.group.clone(),
            compulsory_bytes: description.compulsory_bytes,
            flops,
            hloom: sides.remove("hloom").unwrap_or_default(),
            peers: sides,
        })
    }

    /// Starts hlo-run (the executable file `tool`) as an engine. Its worker writes the results to
    /// the subfolder `name`, where this function compares them with the expected results.
    fn hloom(&self, name: &'static str, tool: &Path, folder: &Path) -> Result<Participant> {
        let mut command = self.on_cpus(tool);
        command.arg(folder.join("program.mlir"));
        for input in programs::inputs(folder) {
            command.arg("--input").arg(input);
        }
        command.args(["--threads", &self.cpus.len().to_string()]);
        command.args(["--compilations", COMPILATIONS, "--serve", "--output-dir"]);
        command.arg(folder.join(name));
        let mut participant = Participant::start(name, &mut command, folder, self.effort);
        if participant.worker.is_some() {
            participant.side.difference = self.difference(folder, name)?;
        }
        Ok(participant)
    }

    fn peer(&self, peer: Peer, folder: &Path) -> Command {
        let newest = self.newest.as_ref().filter(|_| peer == Peer::XlaNewest);
        let mut command = self.on_cpus(newest.unwrap_or(&self.python));
        command.args([WORKER, peer.engine()]).arg(folder);
        command.args(["--threads", &self.cpus.len().to_string()]);
        command
    }

    /// Returns a description of the first difference between the results in a subfolder and the
    /// expected results, or `None` if there is no difference.
    fn difference(&self, folder: &Path, results: &str) -> Result<Option<String>> {
        let mut command = self.project.command(&self.python);
        command.arg(COMPARER).arg(folder).arg(folder.join(results));
        let text = process::output(&mut command)?;
        Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty()))
    }

    /// Creates a command that runs only on the CPUs of the benchmark.
    fn on_cpus(&self, program: &Path) -> Command {
        let list: Vec<_> = self.cpus.iter().map(usize::to_string).collect();
        let mut command = self.project.command("taskset");
        command.args(["-c", &list.join(",")]).arg(program);
        command.env(KEPT_MEMORY.0, KEPT_MEMORY.1);
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_has_a_limited_number_of_runs() {
        let effort = Effort::new(false, Some(3));
        assert_eq!(effort.rounds, 3);
        assert_eq!([1.0, 100.0, 5000.0, 0.001].map(|ms| effort.runs(ms)), [300, 3, 2, 1000]);
        assert_eq!(Effort::new(true, None).runs(5000.0), 1);
    }
}
