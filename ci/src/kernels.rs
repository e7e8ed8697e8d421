// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci kernels`: assembles the kernels of the goldens for GPUs, and lists their resources.
//!
//! No GPU is needed. NVIDIA's assembler comes from PyPI. Two tables are in the repository: the
//! resources of each golden on each chip, and the kernels that spill registers or use a stack. The
//! task fails if a kernel is not assembled, or if one spills that is not in the second table.

mod chips;
mod kernel;
mod listing;
mod ptxas;
mod tables;

use crate::goldens::{self, Golden};
use crate::project::Project;
use crate::{parallel, process, setup};
use anyhow::{Context, Result, bail};
use chips::{CHIPS, Chip, Tools};
use clap::Args;
use kernel::Code;
use listing::{Form, Key, Lines};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use tables::{RESOURCES, SPILLS};

/// The options of `cargo ci kernels`.
#[derive(Debug, Args)]
pub struct Options {
    /// Chip for which to compile, such as sm_90a; may be repeated [default: all]
    #[arg(long, value_name = "NAME")]
    chip: Vec<String>,

    /// Compile only the golden of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Use the release build of hlo-compile
    #[arg(long)]
    release: bool,

    /// Write goldens/kernels.txt and goldens/kernel_spills.txt
    #[arg(long)]
    accept: bool,
}

/// A golden and a chip, with a name for the display of progress.
struct Case {
    title: String,
    golden: Golden,
    chip: &'static Chip,
}

impl Case {
    fn key(&self) -> Key {
        (self.golden.name.clone(), self.chip.name.to_owned())
    }
}

/// Runs `cargo ci kernels`.
///
/// Returns failure if a program is not compiled or not assembled, or if a kernel spills that
/// is not listed and `--accept` is not given.
///
/// # Errors
///
/// Fails if there is no such chip or golden, if the build or the setup of the assembler fails, or if
/// a table cannot be read or written.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    let cases = select(goldens::find(project)?, options)?;
    let (mut resources, mut spills) = (RESOURCES.read(&project.root)?, SPILLS.read(&project.root)?);
    if options.only.is_empty() && options.chip.is_empty() {
        let keys: HashSet<_> = cases.iter().map(Case::key).collect();
        resources.retain(|key, _| keys.contains(key));
        spills.retain(|key, _| keys.contains(key));
    }
    setup::run(project)?;
    let tools = Tools { ptxas: ptxas::find(project)? };
    let mut build = project.cargo(&["build", "--package", "hloom-tools", "--bin", "hlo-compile"]);
    if options.release {
        build.arg("--release");
    }
    process::run(&mut build)?;
    let profile = if options.release { "release" } else { "debug" };
    let compiler = project.tool(profile, "hlo-compile");

    let title = format!("assembling {} goldens and chips", cases.len());
    let run = |case: &Case| assemble(&compiler, &tools, case);
    let outcomes = parallel::run_all(title, &cases, |case| &case.title, run);
    let mut found = Findings { resources, spills, ..Findings::default() };
    for (case, outcome) in cases.iter().zip(outcomes) {
        found.add(case, outcome.context("lost")?);
    }
    let is_changed = |form: &Form, lines: &Lines| {
        let text = form.render(lines, &chips::names());
        let path = project.root.join(form.file);
        let is_changed = fs::read_to_string(&path).ok().as_ref() != Some(&text);
        if is_changed && options.accept {
            fs::write(&path, text).with_context(|| format!("cannot write {}", form.file))?;
        }
        Ok::<_, anyhow::Error>(is_changed)
    };
    for (form, lines) in [(RESOURCES, &found.resources), (SPILLS, &found.spills)] {
        match is_changed(&form, lines)? {
            true if options.accept => println!("{}: written", form.file),
            true => println!("{}: differs; `--accept` writes it", form.file),
            false => {}
        }
    }
    println!("{}", found.summary(cases.len()));
    let fails = found.failed > 0 || (found.new > 0 && !options.accept);
    Ok(if fails { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the selected goldens, each with the selected chips.
fn select(mut goldens: Vec<Golden>, options: &Options) -> Result<Vec<Case>> {
    if let Some(name) = options.only.iter().find(|name| goldens.iter().all(|it| it.name != **name))
    {
        bail!("--only {name}: there is no such golden");
    }
    if let Some(name) = options.chip.iter().find(|name| CHIPS.iter().all(|it| it.name != **name)) {
        let known = chips::names().join(", ");
        bail!("--chip {name}: expected one of {known}");
    }
    goldens.retain(|golden| options.only.is_empty() || options.only.contains(&golden.name));
    let is_selected =
        |chip: &&Chip| options.chip.is_empty() || options.chip.iter().any(|it| it == chip.name);
    let chips: Vec<_> = CHIPS.iter().filter(is_selected).collect();
    let of_golden = |golden: Golden| {
        let case = move |chip: &&'static Chip| Case {
            title: format!("{} {}", golden.name, chip.name),
            golden: golden.clone(),
            chip,
        };
        chips.iter().map(case).collect::<Vec<_>>()
    };
    Ok(goldens.into_iter().flat_map(of_golden).collect())
}

/// Compiles a golden for a chip, and assembles its kernels.
fn assemble(compiler: &Path, tools: &Tools, Case { golden, chip, .. }: &Case) -> Result<Code> {
    let scratch = tempfile::tempdir()?;
    let file = scratch.path().join("kernels");
    let mut command = Command::new(compiler);
    command.arg(golden.program()).args(["--platform", chip.platform, "--cpu", chip.name]);
    command.args(["--emit", chip.emit, "--output"]).arg(&file);
    let output = command.stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot start {}", compiler.display()))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let error = text.lines().find(|line| line.contains("error")).or(text.lines().next());
        bail!("{}", error.map_or_else(|| output.status.to_string(), str::to_owned));
    }
    // A program without kernels has no code.
    if fs::metadata(&file)?.len() == 0 {
        return Ok(Code::default());
    }
    (chip.read)(tools, chip, &file)
}

/// The tables with the findings of a run, and their numbers.
#[derive(Default)]
struct Findings {
    resources: Lines,
    spills: Lines,
    kernels: usize,
    most_registers: u64,
    spilling: usize,
    warnings: usize,
    new: usize,
    failed: usize,
}

impl Findings {
    /// Replaces the lines of a golden and a chip, and prints failures, new spills and warnings.
    fn add(&mut self, case: &Case, outcome: Result<Code>) {
        let code = match outcome {
            Ok(code) => code,
            Err(error) => {
                println!("{}: {error:#}", case.title);
                self.failed += 1;
                return;
            }
        };
        let found = tables::spills(&code);
        let listed = self.spills.remove(&case.key()).unwrap_or_default();
        for line in tables::new_spills(&listed, &found) {
            let [kernel, stack, spilled] = &line[..] else { continue };
            let title = &case.title;
            println!("{title} {kernel}: uses {stack} bytes of stack and spills {spilled} bytes");
            self.new += 1;
        }
        for warning in &code.warnings {
            println!("{}: {warning}", case.title);
        }
        self.kernels += code.kernels.len();
        let registers = code.kernels.iter().map(|kernel| kernel.registers).max();
        self.most_registers = self.most_registers.max(registers.unwrap_or(0));
        self.spilling += found.len();
        self.warnings += code.warnings.len();
        self.resources.insert(case.key(), vec![tables::resources(&code)]);
        if !found.is_empty() {
            self.spills.insert(case.key(), found);
        }
    }

    /// Returns the last line of the output. `cases` is the number of goldens and chips.
    fn summary(&self, cases: usize) -> String {
        format!(
            "{cases} goldens and chips, {} not assembled; {} kernels, {} spill or use a stack, {} of \
             them not as listed; at most {} registers; {} warnings",
            self.failed, self.kernels, self.spilling, self.new, self.most_registers, self.warnings
        )
    }
}
