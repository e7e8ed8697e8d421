// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From the command line to a pass.

use super::arguments::Arguments;
use super::judge::{Judge, Verdict};
use super::leave_out::leave_out;
use super::workshop::{Applied, Workshop};
use crate::command::{Failure, read_program};
use hloom_compiler::Error;
use hloom_compiler::interface::Registry;
use hloom_lowering::pipeline::Level;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A pass, and the programs before and after it.
struct Place {
    number: usize,
    before: PathBuf,
    after: Option<PathBuf>,
}

/// Does what the command line asks for.
pub(super) fn run(
    arguments: &Arguments,
    registry: &Registry,
    output: &mut impl Write,
) -> Result<(), Failure> {
    arguments.plugins.load()?;
    let platform = registry.platform(&arguments.platform)?;
    let steps = steps(arguments, platform.name())?;
    for input in &arguments.inputs {
        input.check()?;
    }
    let mut program = read_program(&arguments.program)?;
    if let Some(entry) = &arguments.entry {
        program = program.with_entry(entry.trim_start_matches('@'));
    }
    let patience = Duration::from_secs(arguments.timeout.into());
    let workshop = Workshop::new(patience, &arguments.plugins)?;
    let judge = Judge::new(arguments, &program, registry.platform("interpreter")?, &workshop)?;
    let given = workshop.path("given");
    fs::write(&given, program.source()).map_err(|error| Error::file(&given, error))?;

    // What the platform makes of it before the first pass: sizes are known then.
    let dump = workshop.path("dump");
    let passes: Vec<_> = steps.iter().map(|(_, passes)| passes.as_str()).collect();
    let whole = judge.compile(&workshop, &given, &passes, Some(&dump))?;
    let input = dump.join("input.mlir");
    if !input.is_file() {
        let why = if let Verdict::None(why) = whole { why } else { String::new() };
        return Err(Error::Program(format!("{why}\nnote: before the first pass")).into());
    }
    // As hlo-opt prints it, so that passes that change nothing are seen to.
    let input = match workshop.apply(&input, "")? {
        Applied::Program(printed) => printed,
        Applied::Failed(said) | Applied::Crashed(said) | Applied::Invalid(_, said) => {
            return Err(Error::Program(format!("{said}\nnote: before the first pass")).into());
        }
    };
    let bisection = Bisection { arguments, workshop: &workshop, judge: &judge, steps: &steps };
    bisection.run(&input, whole, output)
}

/// The passes to look at, with their levels.
fn steps(arguments: &Arguments, platform: &str) -> Result<Vec<(Level, String)>, Error> {
    let pipeline = hloom_lowering::registry::Registry::global().pipeline(platform);
    let pipeline = pipeline.map_err(|error| Error::invalid(error.to_string()))?;
    let context = hloom_dialects::Context::new();
    let changed = hloom_codegen::changed(&context, pipeline, &arguments.changes.read()?)?;
    let pipeline = changed.as_deref().unwrap_or(pipeline);
    let of_level = |level: Level| pipeline.steps(level).into_iter().map(move |it| (level, it));
    let steps = Level::ALL.into_iter().flat_map(of_level);
    Ok(steps.map(|(level, step)| (level, step.passes)).collect())
}

/// What there is to say of a pass.
struct Step {
    remark: &'static str,
    /// What is wrong with it.
    fault: Option<String>,
    /// What it leaves.
    after: Option<PathBuf>,
}

struct Bisection<'a> {
    arguments: &'a Arguments,
    workshop: &'a Workshop,
    judge: &'a Judge,
    steps: &'a [(Level, String)],
}

impl Bisection<'_> {
    fn run(&self, input: &Path, whole: Verdict, output: &mut impl Write) -> Result<(), Failure> {
        let name = self.arguments.program.display();
        if let Verdict::Wrong(how) = self.judge.interpret(input) {
            writeln!(
                output,
                "{name}: wrong before the first pass, where sizes become known: {how}"
            )?;
            self.write(&Place { number: 0, before: input.to_owned(), after: None }, output)?;
            return Err(Failure::Reported);
        }
        let mut programs = vec![input.to_owned()];
        for (index, (level, passes)) in self.steps.iter().enumerate() {
            let (number, before) = (index + 1, programs[index].clone());
            let Step { remark, fault, after } = self.step(*level, passes, &before)?;
            writeln!(output, "{number:4} {:8} {passes}: {remark}", level.name())?;
            if let Some(what) = fault {
                writeln!(output, "{name}: pass {number} `{passes}` {what}")?;
                self.write(&Place { number, before, after }, output)?;
                return Err(Failure::Reported);
            }
            programs.extend(after);
        }
        match whole {
            _ if self.steps.last().is_none_or(|(level, _)| *level != Level::Target) => {
                writeln!(
                    output,
                    "{name}: nothing wrong; what comes after these passes was not run"
                )?;
                Ok(())
            }
            Verdict::Right => {
                writeln!(output, "{name}: nothing wrong: the compiled program is right, too")?;
                Ok(())
            }
            Verdict::Wrong(how) => {
                writeln!(output, "{name}: no pass fails; the compiled program is wrong: {how}")?;
                self.leave_out(input, &programs, output)
            }
            Verdict::None(why) => {
                writeln!(
                    output,
                    "{name}: no pass fails; the compiled program has no answer:\n{why}"
                )?;
                self.leave_out(input, &programs, output)
            }
        }
    }

    /// Runs one pass.
    fn step(&self, level: Level, passes: &str, before: &Path) -> Result<Step, Error> {
        // The file has another name where the user finds it.
        let named = |said: String| said.replace(&*before.to_string_lossy(), "before.mlir");
        let step = |remark, fault, after| Ok(Step { remark, fault, after });
        let after = match self.workshop.apply(before, passes)? {
            Applied::Program(after) => after,
            Applied::Failed(said) => {
                return step("fails", Some(format!("fails:\n{}", named(said))), None);
            }
            Applied::Crashed(said) => {
                return step("crashes", Some(format!("crashes: {}", named(said))), None);
            }
            Applied::Invalid(after, said) => {
                let remark = "leaves a program that does not verify";
                return step(remark, Some(format!("{remark}:\n{}", named(said))), Some(after));
            }
        };
        let read = |path: &Path| fs::read(path).map_err(|error| Error::file(path, error));
        if read(before)? == read(&after)? {
            return step("changes nothing", None, Some(after));
        }
        if level > Level::Hlo {
            return step("verifies", None, Some(after));
        }
        match self.judge.interpret(&after) {
            Verdict::Right => step("right", None, Some(after)),
            Verdict::Wrong(how) => {
                step("wrong", Some(format!("changes the answer: {how}")), Some(after))
            }
            Verdict::None(_) => step("verifies; the interpreter has no answer", None, Some(after)),
        }
    }

    /// Finds the pass that makes the compiled program wrong.
    fn leave_out(
        &self,
        input: &Path,
        programs: &[PathBuf],
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let name = self.arguments.program.display();
        let findings = leave_out(self.steps.len(), |positions| {
            let passes: Vec<_> = positions.iter().map(|it| self.steps[*it].1.as_str()).collect();
            self.judge.compile(self.workshop, input, &passes, None)
        })?;
        let list = |positions: &[usize]| {
            let names = positions.iter().map(|it| format!("{} `{}`", it + 1, self.steps[*it].1));
            names.collect::<Vec<_>>().join(", ")
        };
        if !findings.suspects.is_empty() {
            let suspects = list(&findings.suspects);
            writeln!(output, "{name}: right if any one of these passes is left out: {suspects}")?;
        }
        let place = findings.first.or(match findings.suspects[..] {
            [only] => Some(only),
            _ => None,
        });
        match (place, &findings.least) {
            (Some(position), _) => {
                let (number, passes) = (position + 1, &self.steps[position].1);
                writeln!(
                    output,
                    "{name}: pass {number} `{passes}` makes the compiled program wrong, or shows what a later one does wrong"
                )?;
                let before = programs[position].clone();
                let after = programs.get(number).cloned();
                self.write(&Place { number, before, after }, output)?;
            }
            (None, Verdict::Wrong(_)) => {
                let needed = list(&findings.needed);
                writeln!(
                    output,
                    "{name}: wrong with no more than the passes that are needed, too: it is one of these, or the code generator: {needed}"
                )?;
            }
            (None, _) => {
                writeln!(output, "{name}: no single pass can be named")?;
            }
        }
        Err(Failure::Reported)
    }

    /// Copies the programs before and after a pass to where the user wants them.
    fn write(&self, place: &Place, output: &mut impl Write) -> Result<(), Failure> {
        let Some(folder) = &self.arguments.output_dir else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        let programs = [("before", Some(&place.before)), ("after", place.after.as_ref())];
        for (name, program) in programs {
            let Some(program) = program.filter(|program| program.is_file()) else { continue };
            let path = folder.join(format!("{name}.mlir"));
            fs::copy(program, &path).map_err(|error| Error::file(&path, error))?;
            writeln!(output, "{name} pass {}: {}", place.number, path.display())?;
        }
        Ok(())
    }
}
