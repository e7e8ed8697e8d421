// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci kernels`: assembles the kernels of programs for GPUs, and lists their resources.
//!
//! The programs are the goldens, which have all kinds of operations, and the benchmark programs of
//! `cargo ci pack`, whose sizes are those of real programs. No GPU is needed. NVIDIA's assembler comes
//! from PyPI. Two tables are in the repository: the resources of each program on each chip, and the
//! kernels that spill registers or use a stack. The task fails if a kernel is not assembled, or if one
//! spills that is not in the second table.

mod chips;
mod code_object;
mod kernel;
mod listing;
mod program;
mod ptxas;
mod tables;

use crate::project::Project;
use crate::{parallel, process, setup};
use anyhow::{Context, Result, bail};
use chips::{CHIPS, Chip, Tools};
use clap::Args;
use kernel::Code;
use listing::{Form, Key, Lines};
use program::Program;
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

    /// Compile only the golden or benchmark program of this name; may be repeated
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,

    /// Use the release build of hlo-compile
    #[arg(long)]
    release: bool,

    /// Write goldens/kernels.txt and goldens/kernel_spills.txt
    #[arg(long)]
    accept: bool,
}

/// A program and a chip, with a name for the display of progress.
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

/// Runs `cargo ci kernels`.
///
/// Returns failure if a program is not compiled or not assembled, or if a kernel spills that
/// is not listed and `--accept` is not given.
///
/// # Errors
///
/// Fails if there is no such chip or program, if the build or the setup of the assembler fails, or if
/// a table cannot be read or written.
pub fn task(project: &Project, options: &Options) -> Result<ExitCode> {
    let chips = select_chips(&options.chip)?;
    let cases = with_chips(program::find(project, &options.only)?, &chips);
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

    let title = format!("assembling {} programs and chips", cases.len());
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

/// Returns the chips of these names, or all of them if there are no names.
fn select_chips(names: &[String]) -> Result<Vec<&'static Chip>> {
    if let Some(name) = names.iter().find(|name| CHIPS.iter().all(|it| it.name != **name)) {
        bail!("--chip {name}: expected one of {}", chips::names().join(", "));
    }
    let is_selected = |chip: &&Chip| names.is_empty() || names.iter().any(|name| name == chip.name);
    Ok(CHIPS.iter().filter(is_selected).collect())
}

/// Returns each program with each chip.
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
    /// Replaces the lines of a program and a chip, and prints failures, new spills and warnings.
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

    /// Returns the last line of the output. `cases` is the number of programs and chips.
    fn summary(&self, cases: usize) -> String {
        format!(
            "{cases} programs and chips, {} not assembled; {} kernels, {} spill or use a stack, {} of \
             them not as listed; at most {} registers; {} warnings",
            self.failed, self.kernels, self.spilling, self.new, self.most_registers, self.warnings
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::Kernel;

    fn case(name: &str) -> Case {
        let program = Program { name: name.to_owned(), file: "program.mlir".into() };
        with_chips(vec![program], &select_chips(&["sm_80".to_owned()]).unwrap()).remove(0)
    }

    fn code(stack: u64) -> Code {
        let kernel =
            Kernel { name: "main_kernel_0".into(), registers: 64, stack, ..Kernel::default() };
        Code { kernels: vec![kernel], warnings: Vec::new() }
    }

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

    #[test]
    fn only_spills_that_are_not_listed_are_new() {
        let mut findings = Findings::default();
        findings.add(&case("a"), Ok(code(0)));
        assert_eq!((findings.spilling, findings.new), (0, 0));
        findings.add(&case("a"), Ok(code(16)));
        assert_eq!((findings.spilling, findings.new), (1, 1));
        findings.add(&case("a"), Ok(code(8)));
        findings.add(&case("b"), Err(anyhow::anyhow!("wrong")));
        assert_eq!((findings.spilling, findings.new, findings.failed), (2, 1, 1));
        assert_eq!(findings.spills[&case("a").key()], [["main_kernel_0", "8", "0"]]);
        findings.add(&case("a"), Ok(code(0)));
        assert!(findings.spills.is_empty());
        assert_eq!(findings.resources.len(), 1);
        let expected = "2 programs and chips, 1 not assembled; 4 kernels, 2 spill or use a stack, 1 of \
                        them not as listed; at most 64 registers; 0 warnings";
        assert_eq!(findings.summary(2), expected);
    }
}
