// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci kernels`: assembles the GPU kernels of programs, and lists their resources.
//!
//! The programs are the goldens, which contain all kinds of operations, and the benchmark programs
//! of `cargo ci pack`, which have realistic sizes. No GPU is required. NVIDIA's assembler comes
//! from PyPI. The repository contains two tables: the resources of each program on each chip, and
//! the kernels that spill registers or use a stack. The task fails if a kernel cannot be assembled,
//! or if a kernel that is not in the second table spills registers.

mod chips;
mod code_object;
mod findings;
mod kernel;
mod listing;
mod program;
mod ptxas;
mod tables;

use crate::project::{Project, locked};
use crate::{parallel, process, setup};
use anyhow::{Context, Result, bail};
use chips::{CHIPS, Chip, Tools};
use clap::Args;
use findings::Findings;
use kernel::Code;
use listing::Key;
use program::Program;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// The options of `cargo ci kernels`.
#[derive(Debug, Default, Args)]
pub struct Options {
    /// Chip for which to compile, such as sm_90a; may be repeated [default: all]
    #[arg(long, value_name = "NAME")]
    chip: Vec<String>,

    /// Compile only the golden or benchmark program with this name; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Use the release build of hlo-compile
    #[arg(long)]
    release: bool,

    /// Write goldens/kernels.txt and goldens/kernel_spills.txt
    #[arg(long)]
    accept: bool,
}

/// A program and a chip, with a title for progress reports.
struct Case {
    title: String,
    program: Program,
    chip: &'static Chip,
}

impl Case {
    fn key(&self) -> Key {
        (self.program.name.clone(), self.chip.name.to_owned())
    }
}

/// Programs with all kinds of kernels: products on all units, convolutions, attention, reductions,
/// transpositions and sorts.
const SAMPLE: [&str; 10] = [
    "argsort",
    "attention_f16",
    "convolution_f16",
    "mlp",
    "product_4096_bf16",
    "product_4096_f32",
    "product_4096_i8",
    "row_sum_f32",
    "softmax_f32",
    "transposition_f32",
];

/// Runs `cargo ci kernels`.
///
/// Returns failure if a program cannot be compiled or assembled. Without `--accept`, also returns
/// failure if a kernel that is not in the table spills registers.
///
/// # Errors
///
/// Fails if a selected chip or program does not exist, if the build or the setup of the assembler
/// fails, or if a table cannot be read or written.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    setup::run(project)?;
    let findings = run(project, options)?;
    println!("{}", findings.summary());
    let fails = findings.failed > 0 || (findings.new > 0 && !options.accept);
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Assembles the kernels of a sample of the programs for all chips. Returns a note with the number
/// of assembled kernels.
///
/// # Errors
///
/// Fails under the same conditions as [`task`], and also if [`task`] would return failure.
pub fn sample(project: &Project) -> Result<String> {
    let only = SAMPLE.map(str::to_owned).to_vec();
    let findings = run(project, &Options { only, ..Options::default() })?;
    if findings.failed > 0 || findings.new > 0 {
        bail!("{}", findings.summary());
    }
    Ok(format!("{} kernels assembled", findings.kernels))
}

fn run(project: &Project, options: &Options) -> Result<Findings> {
    let chips = select_chips(&options.chip)?;
    let cases = with_chips(program::find(project, &options.only)?, &chips);
    let mut findings = Findings::read(&project.root)?;
    if options.only.is_empty() && options.chip.is_empty() {
        findings.retain(&cases.iter().map(Case::key).collect());
    }
    let tools = Tools { ptxas: ptxas::find(project)? };
    // The whole workspace: the dependencies of one package have other features, and would be built
    // again.
    let mut build = project.cargo(&["build", "--workspace", "--bin", "hlo-compile"]);
    let profile = if options.release { "release" } else { "debug" };
    if options.release {
        build.arg("--release");
    }
    process::run(&mut locked(build))?;
    let compiler = project.tool(profile, "hlo-compile");

    let title = format!("assembling {} programs and chips", cases.len());
    let assemble = |case: &Case| assemble(&compiler, &tools, case);
    let outcomes = parallel::run_all(title, &cases, |case| &case.title, assemble);
    for (case, outcome) in cases.iter().zip(outcomes) {
        findings.add(case.key(), outcome.context("lost")?);
    }
    findings.write(&project.root, options.accept)?;
    Ok(findings)
}

/// Returns the chips with the given names, or all chips if there are no names.
fn select_chips(names: &[String]) -> Result<Vec<&'static Chip>> {
    if let Some(name) = names.iter().find(|name| CHIPS.iter().all(|it| it.name != **name)) {
        bail!("--chip {name}: expected one of {}", chips::names().join(", "));
    }
    let is_selected = |chip: &&Chip| names.is_empty() || names.iter().any(|name| name == chip.name);
    Ok(CHIPS.iter().filter(is_selected).collect())
}

/// Returns all pairs of a program and a chip.
fn with_chips(programs: Vec<Program>, chips: &[&'static Chip]) -> Vec<Case> {
    let case = |program: &Program, chip: &'static Chip| Case {
        title: format!("{} {}", program.name, chip.name),
        program: program.clone(),
        chip,
    };
    programs.iter().flat_map(|it| chips.iter().map(move |chip| case(it, chip))).collect()
}

/// Compiles a program for a chip, and assembles its kernels.
fn assemble(compiler: &Path, tools: &Tools, Case { program, chip, .. }: &Case) -> Result<Code> {
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("kernels");
    let mut command = Command::new(compiler);
    command.arg(&program.file).args(["--platform", chip.platform, "--cpu", chip.name]);
    command.args(["--emit", chip.emit, "--output"]).arg(&file);
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot start {}", compiler.display()))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        if text.contains("the program has no kernels") {
            return Ok(Code::default());
        }
        let error = text.lines().find(|line| line.contains("error")).or(text.lines().next());
        bail!("{}", error.map_or_else(|| output.status.to_string(), str::to_owned));
    }
    (chip.read)(tools, chip, &file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chips_are_selected_by_name() {
        assert_eq!(select_chips(&[]).unwrap().len(), CHIPS.len());
        let names = ["gfx942", "sm_80"].map(str::to_owned);
        let selected: Vec<_> =
            select_chips(&names).unwrap().into_iter().map(|chip| chip.name).collect();
        assert_eq!(selected, ["sm_80", "gfx942"]);
        let error = select_chips(&["sm_60".to_owned()]).unwrap_err().to_string();
        assert!(error.starts_with("--chip sm_60: expected one of sm_80, sm_90a,"), "{error}");
    }
}
