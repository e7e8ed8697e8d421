// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci pack`: compiles programs for a machine with a GPU that lacks MLIR and LLVM.
//!
//! The pack is a folder with serialized executables, the tool `hlo-load`, and two scripts.
//! `check.py` compares the results of test programs with the expected ones; these programs are the
//! goldens and a sample of StableHLO's own. `bench.py` measures programs beside JAX.

pub mod benchmarks;
mod check;
mod files;
mod packer;
mod suite;

use crate::project::Project;
use crate::{goldens, parallel, process, python, setup};
use anyhow::{Context, Result, bail};
use benchmarks::Benchmark;
use check::{Check, Sources};
use clap::Args;
use files::{copy, write};
use packer::Packer;
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// The Python scripts that are copied into a pack.
const SCRIPTS: [&str; 3] = ["bench.py", "check.py", "loader.py"];

/// The options of `cargo ci pack`.
#[derive(Debug, Args)]
pub struct Options {
    /// Platform of the GPU
    #[arg(long, value_name = "NAME", default_value = "cuda")]
    platform: String,

    /// Chip of the GPU, such as sm_90; needed for cuda
    #[arg(long, value_name = "NAME")]
    cpu: Option<String>,

    /// Folder to write, which must not exist or be empty
    #[arg(long, value_name = "DIR")]
    output: PathBuf,

    /// Also pack a sample of the test programs in this checkout of StableHLO
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,

    /// Pack every Nth program of the suite
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(1..))]
    every: u16,

    /// Pack only programs whose names contain this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
}

impl Options {
    fn includes(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|text| name.contains(text))
    }
}

/// The contents of `pack.json`, which the scripts of the pack read.
#[derive(Debug, Default, Serialize)]
struct Pack {
    platform: String,
    cpu: String,
    checks: Vec<Check>,
    benchmarks: Vec<Benchmark>,
    refused: Vec<Refused>,
}

/// A program that could not be packed, and the reason.
#[derive(Debug, Serialize)]
struct Refused {
    name: String,
    reason: String,
}

impl Pack {
    /// Adds a packed program to a list of the pack. If the program could not be packed, adds it and
    /// the error to the refused programs.
    fn add<T>(&mut self, name: &str, packed: Result<T>, list: fn(&mut Self) -> &mut Vec<T>) {
        match packed {
            Ok(entry) => list(self).push(entry),
            Err(error) => {
                let reason = format!("{error:#}");
                self.refused.push(Refused { name: name.to_owned(), reason });
            }
        }
    }
}

/// Runs `cargo ci pack`.
///
/// Returns failure if no program was packed. Prints and records each program that the compiler
/// refuses.
///
/// # Errors
///
/// Fails if the output folder is not empty, if the build or the export of the programs fails, or if
/// a file cannot be read or written.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    // A relative path is one of the caller's folder.
    let output = std::path::absolute(&options.output)?;
    if output.is_dir() && fs::read_dir(&output)?.next().is_some() {
        bail!("--output {}: expected a new or an empty folder", output.display());
    }
    setup::run(project)?;
    let packages = ["--package", "hloom-tools", "--package", "hloom-loader"];
    let tools = ["--bin", "hlo-compile", "--bin", "hlo-run", "--bin", "hlo-load"];
    process::run(project.cargo(&["build", "--release"]).args(packages).args(tools))?;
    let python = python::interpreter(project)?;
    let (platform, cpu) = (&*options.platform, options.cpu.as_deref());
    let packer = Packer { project, platform, cpu, output };
    let (platform, cpu) = (platform.to_owned(), cpu.unwrap_or_default().to_owned());
    let mut pack = Pack { platform, cpu, ..Pack::default() };

    let found = goldens::find(project)?;
    let mut sources: Vec<_> = found.into_iter().map(Sources::of_golden).collect::<Result<_>>()?;
    if let Some(suite) = &options.suite {
        sources.extend(suite::find(suite)?.into_iter().step_by(options.every.into()));
    }
    sources.retain(|source| options.includes(&source.name));
    let title = format!("packing {} test programs", sources.len());
    let packed = parallel::run_all(title, &sources, |it| &it.name, |it| check::pack(&packer, it));
    for (Sources { name, .. }, entry) in sources.iter().zip(packed) {
        pack.add(name, entry.context("lost")?, |pack| &mut pack.checks);
    }
    let mut benchmarks =
        benchmarks::export(project, &python, &packer.output.join(benchmarks::FOLDER))?;
    benchmarks.retain(|benchmark| options.includes(&benchmark.name));
    let title = format!("packing {} benchmark programs", benchmarks.len());
    let packed =
        parallel::run_all(title, &benchmarks, |it| &it.name, |it| benchmarks::pack(&packer, it));
    for (Benchmark { name, .. }, entry) in benchmarks.iter().zip(packed) {
        pack.add(name, entry.context("lost")?, |pack| &mut pack.benchmarks);
    }

    for script in SCRIPTS {
        copy(&project.root.join("ci/pack").join(script), &packer.output.join(script))?;
    }
    let loader = packer.output.join("hlo-load");
    copy(&project.tool("release", "hlo-load"), &loader)?;
    process::run(Command::new("strip").arg(&loader))?;
    write(&packer.output.join("pack.json"), &serde_json::to_string_pretty(&pack)?)?;
    for Refused { name, reason } in &pack.refused {
        println!("{name}: {reason}");
    }
    let (checks, benchmarks) = (pack.checks.len(), pack.benchmarks.len());
    println!(
        "{}: {checks} test programs, {benchmarks} benchmark programs; {} could not be packed",
        packer.output.display(),
        pack.refused.len()
    );
    Ok(if checks + benchmarks > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
