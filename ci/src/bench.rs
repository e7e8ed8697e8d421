// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci bench`: compares this project with other compilers and inference engines.
//!
//! All engines run the same programs on the same inputs and CPUs. Each engine has a separate
//! process, which stays warm. The engines run in turns, so that changes of the machine's speed
//! affect all of them. `ci/bench/` contains the programs and the workers of the other engines;
//! `docs/benchmarks.md` explains the figures.

mod chart;
mod cpus;
mod dispatch;
mod measure;
mod peer;
mod programs;
mod report;
mod results;
mod roofline;
mod statistics;
mod worker;

use crate::project::Project;
use crate::{process, python, setup};
use anyhow::{Context, Result};
use clap::Args;
use measure::{Bench, Effort};
use peer::Peer;
use results::Results;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

/// The pip requirements file of the other engines and of the packages that export the programs.
const REQUIREMENTS: &str = "ci/bench/requirements.txt";
/// The pip requirements file of the newest XLA, which requires a newer Python than Debian 12
/// provides.
const NEWEST: &str = "ci/bench/newest.txt";
/// The environment variable that names a Python interpreter for the newest XLA.
const NEWEST_PYTHON: &str = "HLOOM_NEWEST_PYTHON";

/// The options of `cargo ci bench`.
#[derive(Debug, Args)]
pub struct Options {
    /// Run only this program or group; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Number of CPUs that each engine uses [default: all CPUs that this process may use]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Engines to compare with
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "xla,iree,ort,openvino"
    )]
    peers: Vec<Peer>,

    /// Also compare with another build of hlo-run, such as the build of an earlier commit
    #[arg(long, value_name = "FILE")]
    build: Option<PathBuf>,

    /// Number of rounds, in each of which every engine takes one turn [default: 5, with --quick 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: Option<u16>,

    /// Check that all programs run and compute correct results; the figures are not meaningful
    #[arg(long)]
    quick: bool,

    /// Also compare with an earlier run, whose measurements --json wrote to this file
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,

    /// Also write the measurements to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Also draw the speeds in this SVG file
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,

    /// Fail if a measurement misses its target, or if hloom refuses a program
    #[arg(long)]
    check: bool,

    /// Print the names, groups and summaries of the programs
    #[arg(long)]
    list: bool,

    /// Measure the time of calls from Python through the PJRT plugin, instead of programs
    #[arg(long)]
    dispatch: bool,
}

/// Runs `cargo ci bench`.
///
/// Returns failure if hloom computes a wrong result. With `--check`, also returns failure if a
/// measurement misses its target or if hloom fails on a program.
///
/// # Errors
///
/// Fails if the setup or the build fails, if the programs cannot be exported, if an option does not
/// apply to this machine, or if a file cannot be read or written.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    setup::run(project)?;
    if options.dispatch {
        dispatch::run(project)?;
        return Ok(ExitCode::SUCCESS);
    }
    // Check them first: a run takes long.
    let build = options.build.as_deref().map(executable).transpose()?;
    let earlier = options.against.as_deref().map(Results::read).transpose()?;
    let python = python::environment(project, "target/venv-bench", REQUIREMENTS)?;
    let all = programs::list(project, &python)?;
    let chosen = programs::choose(&all, &options.only)?;
    if options.list {
        for program in chosen {
            println!("{:24} {:15} {}", program.name, program.group, program.summary);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let newest = options.peers.contains(&Peer::XlaNewest).then(|| {
        let base = env::var_os(NEWEST_PYTHON).with_context(|| {
            format!(
                "--peers xla-newest: set the variable {NEWEST_PYTHON} to a Python 3.12 or later"
            )
        })?;
        python::environment_of(project, Some(base.into()), "target/venv-newest", NEWEST)
    });
    let newest = newest.transpose()?;
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
        newest,
        cpus: cpus::select(options.threads)?,
        folder: project.scratch()?.join("bench"),
        peers: options.peers.clone(),
        build,
        effort: Effort::new(options.quick, options.rounds),
    };
    let roofline = bench.roofline()?;
    let mut measured = Vec::new();
    for (index, program) in chosen.iter().enumerate() {
        eprintln!("{} ({} of {})", program.name, index + 1, chosen.len());
        measured.push(bench.measure(program)?);
    }
    // The machine may have been busy the first time.
    let roofline = roofline.max(bench.roofline()?);
    let results = Results { cpus: bench.cpus, quick: options.quick, roofline, programs: measured };
    println!("{}", report::render(&results, earlier.as_ref()));
    if let Some(file) = &options.json {
        results.write(file)?;
    }
    if let Some(file) = &options.chart {
        fs::write(file, chart::render(&results))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    let is_wrong = results.programs.iter().any(|measured| measured.hloom.difference.is_some());
    let is_beyond = options.check && !report::beyond_targets(&results).is_empty();
    Ok(if is_wrong || is_beyond { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the absolute path of the file that `--build` names, because workers run in the project's
/// folder.
fn executable(file: &Path) -> Result<PathBuf> {
    file.canonicalize().with_context(|| format!("--build {}", file.display()))
}
