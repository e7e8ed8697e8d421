// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! This project against JAX's XLA CPU: the same programs and inputs, in turns, on the same
//! CPUs.

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

const PEER: &str = "ci/bench_jax.py";

/// The options of `cargo ci bench`.
#[derive(Debug, Args)]
pub struct Options {
    /// Run only this program; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Use only the first N CPUs, both of us [default: all there are]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// How many times each gets its turn
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// How many runs are timed in a turn
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,

    /// Write the numbers to this file too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Fail if a number is beyond its target
    #[arg(long)]
    check: bool,

    /// Instead of programs, time calls from Python through the PJRT plugin
    #[arg(long)]
    dispatch: bool,
}

/// `cargo ci bench`.
///
/// Returns failure for a wrong result and, if asked to check, for a number beyond its target.
///
/// # Errors
/// If something cannot be built, or run, by us or by the peer.
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

struct Bench<'a> {
    project: &'a Project,
    python: PathBuf,
    cpus: Vec<usize>,
    folder: PathBuf,
    runs: u32,
}

impl Bench<'_> {
    /// Has the peer write programs, inputs and results; returns the names in its order.
    fn write_programs(&self, only: &[String]) -> Result<Vec<String>> {
        let listing = process::output(self.project.command(&self.python).args([PEER, "--list"]))?;
        let known: Vec<_> = listing.lines().filter_map(|line| line.split_once(':')).collect();
        let mut names: Vec<_> = known.iter().map(|(name, _)| (*name).to_owned()).collect();
        if let Some(unknown) = only.iter().find(|name| !names.contains(name)) {
            bail!("unknown program `{unknown}`; the programs are {}", names.join(", "));
        }
        if !only.is_empty() {
            names.retain(|name| only.contains(name));
        }
        let mut command = self.project.command(&self.python);
        command.args([PEER, "--expected", "--write"]).arg(&self.folder);
        process::run(command.args(names.iter().flat_map(|name| ["--only", name])))?;
        Ok(names)
    }

    /// Measures both, each going first every other time.
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
        // As often as the peer does, in one process.
        command.args(["--compilations", "5"]);
        command.arg("--json").arg(&numbers).arg("--output-dir").arg(&results);
        // What it prints is in the file.
        process::output(&mut command)?;
        let text = fs::read_to_string(&numbers)
            .with_context(|| format!("cannot read {}", numbers.display()))?;
        serde_json::from_str(&text)
            .with_context(|| format!("cannot understand {}", numbers.display()))
    }

    fn run_peer(&self, name: &str) -> Result<Peer> {
        let mut command = self.on_cpus(&self.python);
        command.args([PEER, "--run", "--only", name, "--runs", &self.runs.to_string()]);
        let text = process::output(&mut command)?;
        let report: measurement::PeerReport =
            serde_json::from_str(&text).with_context(|| format!("cannot understand {PEER}"))?;
        if report.cpus != self.cpus {
            bail!("the peer ran on the CPUs {:?}, not on {:?}", report.cpus, self.cpus);
        }
        report.programs.into_values().next().with_context(|| format!("{PEER} measured nothing"))
    }

    /// How our results differ from the peer's, if they do.
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

    /// A command restricted to the CPUs that are compared.
    fn on_cpus(&self, program: &Path) -> Command {
        let list: Vec<_> = self.cpus.iter().map(usize::to_string).collect();
        let mut command = self.project.command("taskset");
        command.args(["-c", &list.join(",")]).arg(program);
        command
    }
}

/// The files `<stem>0.npy`, `<stem>1.npy`, ... of a folder.
fn numbered(folder: &Path, stem: &str) -> Vec<PathBuf> {
    let files = (0..).map(|number| folder.join(format!("{stem}{number}.npy")));
    files.take_while(|file| file.is_file()).collect()
}

/// The first CPUs this process may run on.
fn cpus(threads: Option<u16>) -> Result<Vec<usize>> {
    let status = match fs::read_to_string("/proc/self/status") {
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("`bench` needs Linux"),
        other => other?,
    };
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let mut allowed = line.and_then(parse_list).context("cannot tell which CPUs there are")?;
    if let Some(threads) = threads.map(usize::from) {
        if threads > allowed.len() {
            bail!("--threads {threads}: there are {} CPUs", allowed.len());
        }
        allowed.truncate(threads);
    }
    Ok(allowed)
}

/// Reads Linux's lists of CPUs: `0-3,8`.
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
