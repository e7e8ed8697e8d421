// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci bench`: compares this project with JAX's XLA CPU.
//!
//! Both sides run the same programs on the same inputs and CPUs. They take turns, so that changes
//! of the machine's speed affect both. The peer, `ci/bench_jax.py`, also writes the programs, the
//! inputs and the expected results.

mod dispatch;
mod measurement;
mod report;

use crate::project::Project;
use crate::{npy, process, python, setup};
use anyhow::{Context, Result, bail};
use clap::Args;
use measurement::{Comparison, Ours, Peer};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The script that runs the programs with JAX.
const PEER: &str = "ci/bench_jax.py";

/// The options of `cargo ci bench`.
#[derive(Debug, Args)]
pub struct Options {
    /// Run only this program; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Number of CPUs that both sides use [default: all CPUs that this process may use]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Number of turns of each side
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Number of timed runs in a turn
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Also write the numbers to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Fail if a number is beyond its target
    #[arg(long)]
    check: bool,

    /// Measure the time of calls from Python through the PJRT plugin, instead of programs
    #[arg(long)]
    dispatch: bool,
}

/// Runs `cargo ci bench`.
///
/// Returns failure for a wrong result and, with `--check`, for a number beyond its target.
///
/// # Errors
///
/// Fails if the setup or the build fails, if a program fails on either side, or if an option does
/// not apply to this machine.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    setup::run(project)?;
    if options.dispatch {
        dispatch::run(project)?;
        return Ok(ExitCode::SUCCESS);
    }
    let python = python::interpreter(project)?;
    process::run(&mut project.cargo(&[
        "build",
        "--release",
        "--package",
        "hloom-tools",
        "--bin",
        "hlo-run",
    ]))?;

    let bench = Bench {
        project,
        python,
        cpus: cpus(options.threads)?,
        folder: project.scratch()?.join("bench"),
        runs: options.runs,
    };
    let names = bench.write_programs(&options.only)?;
    let mut comparisons = Vec::new();
    for name in &names {
        comparisons.push(bench.compare(name, options.rounds)?);
    }
    println!("{}", report::render(&comparisons, &bench.cpus));
    if let Some(file) = &options.json {
        let text = serde_json::to_string_pretty(&comparisons)? + "\n";
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let wrong = comparisons.iter().any(|comparison| comparison.difference.is_some());
    let slow = comparisons.iter().any(|comparison| !report::beyond_targets(comparison).is_empty());
    Ok(if wrong || (options.check && slow) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A benchmark run.
struct Bench<'a> {
    project: &'a Project,
    python: PathBuf,
    cpus: Vec<usize>,
    folder: PathBuf,
    runs: u32,
}

impl Bench<'_> {
    /// Makes the peer write the programs, inputs and expected results. Returns the names of the
    /// programs in the peer's order. An empty `only` selects all programs.
    fn write_programs(&self, only: &[String]) -> Result<Vec<String>> {
        let listing = process::output(self.project.command(&self.python).args([PEER, "--list"]))?;
        let known: Vec<_> = listing.lines().filter_map(|line| line.split_once(':')).collect();
        let mut names: Vec<_> = known.iter().map(|(name, _)| (*name).to_owned()).collect();
        if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
            bail!("--only {unknown}: expected one of {}", names.join(", "));
        }
        if !only.is_empty() {
            names.retain(|name| only.contains(name));
        }
        let mut command = self.project.command(&self.python);
        command.args([PEER, "--expected", "--write"]).arg(&self.folder);
        process::run(command.args(names.iter().flat_map(|name| ["--only", name])))?;
        Ok(names)
    }

    /// Measures both sides. The side that runs first alternates with each round.
    fn compare(&self, name: &str, rounds: u16) -> Result<Comparison> {
        let (mut ours, mut peers) = (Vec::new(), Vec::new());
        for round in 0..rounds {
            eprintln!("{name}: round {} of {rounds}", round + 1);
            for turn in 0..2 {
                if turn == round % 2 {
                    ours.push(self.run_ours(name)?);
                } else {
                    peers.push(self.run_peer(name)?);
                }
            }
        }
        let difference = self.difference(name)?;
        Ok(Comparison::new(name, &ours, &peers, difference))
    }

    fn run_ours(&self, name: &str) -> Result<Ours> {
        let folder = self.folder.join(name);
        let results = folder.join("ours");
        fs::create_dir_all(&results)?;
        let numbers = folder.join("ours.json");
        let mut command = self.on_cpus(&self.project.tool("release", "hlo-run"));
        command.arg(folder.join("program.mlir"));
        for input in numbered(&folder, "in") {
            command.arg("--input").arg(input);
        }
        command.args(["--threads", &self.cpus.len().to_string()]);
        command.args(["--benchmark", &self.runs.to_string()]);
        // As many compilations in one process as `COMPILATIONS` of the peer.
        command.args(["--compilations", "5"]);
        command.arg("--json").arg(&numbers).arg("--output-dir").arg(&results);
        // The file has the same numbers as the standard output.
        process::output(&mut command)?;
        let text = fs::read_to_string(&numbers)
            .with_context(|| format!("cannot read {}", numbers.display()))?;
        serde_json::from_str(&text)
            .with_context(|| format!("{}: expected the JSON of `hlo-run`", numbers.display()))
    }

    fn run_peer(&self, name: &str) -> Result<Peer> {
        let mut command = self.on_cpus(&self.python);
        command.args([PEER, "--run", "--only", name, "--runs", &self.runs.to_string()]);
        let text = process::output(&mut command)?;
        let report: measurement::PeerReport =
            serde_json::from_str(&text).with_context(|| format!("{PEER}: expected JSON output"))?;
        if report.cpus != self.cpus {
            bail!("{PEER}: expected a run on the CPUs {:?}, found {:?}", self.cpus, report.cpus);
        }
        report.programs.into_values().next().with_context(|| format!("{PEER} ran no program"))
    }

    /// Returns a description of the first difference between our results and the peer's, if any.
    fn difference(&self, name: &str) -> Result<Option<String>> {
        let folder = self.folder.join(name);
        let expected = numbered(&folder, "out");
        if expected.is_empty() {
            bail!("{PEER} wrote no results of {name}");
        }
        for path in expected {
            let file = path.file_name().unwrap_or_default();
            let got = npy::read(&folder.join("ours").join(file))?;
            if let Err(error) = npy::compare(&got, &npy::read(&path)?) {
                return Ok(Some(format!("{}: {error}", file.display())));
            }
        }
        Ok(None)
    }

    /// Creates a command that runs only on the CPUs of the benchmark.
    fn on_cpus(&self, program: &Path) -> Command {
        let list: Vec<_> = self.cpus.iter().map(usize::to_string).collect();
        let mut command = self.project.command("taskset");
        command.args(["-c", &list.join(",")]).arg(program);
        command
    }
}

/// Returns the files `<stem>0.npy`, `<stem>1.npy`, ... of a folder, up to the first gap.
fn numbered(folder: &Path, stem: &str) -> Vec<PathBuf> {
    let files = (0..).map(|number| folder.join(format!("{stem}{number}.npy")));
    files.take_while(|file| file.is_file()).collect()
}

/// Returns the numbers of the first `threads` CPUs that this process may use, or of all.
fn cpus(threads: Option<u16>) -> Result<Vec<usize>> {
    let status = match fs::read_to_string("/proc/self/status") {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("`cargo ci bench` needs Linux"),
        other => other?,
    };
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let mut allowed =
        line.and_then(parse_list).context("/proc/self/status: expected a list of CPUs")?;
    if let Some(threads) = threads.map(usize::from) {
        if threads > allowed.len() {
            bail!("--threads {threads}: expected at most {}, the number of CPUs", allowed.len());
        }
        allowed.truncate(threads);
    }
    Ok(allowed)
}

/// Parses Linux's format of CPU lists, for example `0-3,8`.
fn parse_list(text: &str) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for range in text.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        all.extend(first.parse().ok()?..=last.parse::<usize>().ok()?);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_cpus() {
        assert_eq!(parse_list("\t0-3,8\n"), Some(vec![0, 1, 2, 3, 8]));
        assert_eq!(parse_list("5"), Some(vec![5]));
        assert_eq!(parse_list("all"), None);
    }

    #[test]
    fn files_are_numbered_without_gaps() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["in0.npy", "in1.npy", "in3.npy", "out0.npy"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        assert_eq!(numbered(folder.path(), "in").len(), 2);
        assert_eq!(numbered(folder.path(), "out").len(), 1);
    }
}
