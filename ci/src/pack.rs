// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci pack`: compiles programs for a machine with a GPU that lacks MLIR and LLVM.
//!
//! The pack is a folder with serialized executables, the tool `hlo-load`, and two scripts. `check.py`
//! compares the results of test programs with the expected ones; these programs are the goldens and a
//! sample of StableHLO's own. `bench.py` measures programs beside JAX.

mod benchmarks;
mod check;
mod goldens;
mod suite;

use crate::project::Project;
use crate::{parallel, process, python, setup};
use anyhow::{Context, Result, bail};
use benchmarks::Benchmark;
use check::{Check, Sources};
use clap::Args;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The scripts of a pack.
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

/// The description of a pack, which its scripts read.
#[derive(Debug, Default, Serialize)]
struct Pack {
    platform: String,
    cpu: String,
    checks: Vec<Check>,
    benchmarks: Vec<Benchmark>,
    refused: Vec<Refused>,
}

/// A program that could not be packed.
#[derive(Debug, Serialize)]
struct Refused {
    name: String,
    reason: String,
}

impl Pack {
    /// Adds a program to a list of the pack, or to those that could not be packed.
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

/// The tools that make a pack.
struct Packer<'a> {
    project: &'a Project,
    options: &'a Options,
    /// The folder of the pack.
    output: PathBuf,
}

/// Runs `cargo ci pack`.
///
/// Returns failure if there is no program to pack. A program that the compiler refuses is listed.
///
/// # Errors
///
/// Fails if the output folder is not empty, if the build or the export of the programs fails, or if a
/// file cannot be read or written.
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
    let packer = Packer { project, options, output };
    let (platform, cpu) = (options.platform.clone(), options.cpu.clone().unwrap_or_default());
    let mut pack = Pack { platform, cpu, ..Pack::default() };

    let mut sources = goldens::find(project)?;
    if let Some(suite) = &options.suite {
        sources.extend(suite::find(suite)?.into_iter().step_by(options.every.into()));
    }
    sources.retain(|source| options.includes(&source.name));
    let title = format!("packing {} test programs", sources.len());
    let packed = parallel::run_all(title, &sources, |it| &it.name, |it| check::pack(&packer, it));
    for (Sources { name, .. }, entry) in sources.iter().zip(packed) {
        pack.add(name, entry.context("lost")?, |pack| &mut pack.checks);
    }
    let benchmarks = benchmarks::export(&packer, &python)?;
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

impl Packer<'_> {
    /// Compiles a program to a serialized executable. Operations of the host are refused, because
    /// `hlo-load` cannot execute them.
    fn compile(&self, program: &Path, executable: &Path) -> Result<()> {
        let mut command = Command::new(self.project.tool("release", "hlo-compile"));
        command.arg(program).args(["--platform", &self.options.platform]);
        command.args(["--emit", "executable", "--host-fallback", "off"]);
        if let Some(cpu) = &self.options.cpu {
            command.args(["--cpu", cpu]);
        }
        run(command.arg("--output").arg(executable))
    }

    /// Runs a function of a program on the interpreter, and writes its results to a folder.
    fn interpret(&self, program: &Path, entry: &str, inputs: &[PathBuf], to: &Path) -> Result<()> {
        let mut command = Command::new(self.project.tool("release", "hlo-run"));
        command.arg(program).args(["--platform", "interpreter", "--entry", entry]);
        for input in inputs {
            command.arg("--input").arg(input);
        }
        run(command.arg("--output-dir").arg(to))
    }
}

/// Runs a tool. If it fails, the error is the first line of its message.
fn run(command: &mut Command) -> Result<()> {
    let tool = command.get_program().to_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot start {}", tool.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let first = text.lines().find(|line| line.contains("error")).or(text.lines().next());
    let first = first.map_or_else(|| output.status.to_string(), str::to_owned);
    bail!("{}", first.chars().take(300).collect::<String>())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn create(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
