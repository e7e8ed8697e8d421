// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the passes of a pipeline one by one and reports the first pass that fails or produces a
//! wrong program.

use super::arguments::Arguments;
use super::leave_out::leave_out;
use super::oracle::{Oracle, Verdict};
use super::sandbox::{Applied, Sandbox};
use crate::command::{Failure, read_program};
use hloom_compiler::interface::Registry;
use hloom_compiler::{Error, mlir};
use hloom_lowering::pipeline::Level;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The number of a pass, from 1, with the files of the programs before and after the pass.
struct Place {
    number: usize,
    before: PathBuf,
    after: Option<PathBuf>,
}

/// Runs `hlo-bisect` and writes its findings to `output`.
///
/// # Errors
/// Returns [`Failure::Reported`] if a pass miscompiles the program, and an error if the bisection
/// itself fails.
pub fn run(
    arguments: &Arguments,
    registry: &Registry,
    output: &mut impl Write,
) -> Result<(), Failure> {
    arguments.plugins.load()?;
    let platform = hloom_pjrt_client::platform(registry, &arguments.platform)?;
    for input in &arguments.inputs {
        input.check()?;
    }
    let mut program = read_program(&arguments.program)?;
    if let Some(entry) = &arguments.entry {
        program = program.with_entry(entry.trim_start_matches('@'));
    }
    let first = {
        let context = hloom_dialects::Context::new();
        let module = mlir::parse(&context, &program)?;
        hloom_codegen::first_level(&module, &program, &arguments.changes.read()?)?
    };
    let steps = arguments.changes.steps(platform.name(), first)?;
    let timeout = Duration::from_secs(arguments.timeout.into());
    let sandbox = Sandbox::new(timeout, &arguments.plugins)?;
    let interpreter = registry.platform("interpreter")?;
    let oracle = Oracle::new(arguments, &program, &*platform, interpreter, &sandbox)?;
    let given = sandbox.path("given");
    fs::write(&given, program.source()).map_err(|error| Error::file(&given, error))?;

    // The platform dumps the program before the first pass, specialized to the sizes of the
    // inputs.
    let dump = sandbox.path("dump");
    let passes: Vec<_> = steps.iter().map(|(_, passes)| passes.as_str()).collect();
    let whole = oracle.compile(&sandbox, &given, &passes, Some(&dump))?;
    let input = dump.join("input.mlir");
    if !input.is_file() {
        let why = if let Verdict::None(why) = whole { why } else { String::new() };
        return Err(
            Error::Program(format!("{why}\nnote: this failed before the first pass")).into()
        );
    }
    // Reprints the program with hlo-opt, so that a pass without effect leaves equal text.
    let input = match sandbox.apply(&input, "")? {
        Applied::Program(printed) => printed,
        Applied::Failed(said) | Applied::Crashed(said) | Applied::Invalid(_, said) => {
            return Err(
                Error::Program(format!("{said}\nnote: this failed before the first pass")).into()
            );
        }
    };
    // The pipeline of a PJRT plugin ends at level `hlo`; the plugin generates the code.
    let generates_code = platform.name().starts_with(hloom_pjrt_client::PREFIX)
        || steps.last().is_some_and(|(level, _)| *level == Level::Target);
    let (sandbox, oracle, steps) = (&sandbox, &oracle, &steps);
    let bisection = Bisection { arguments, sandbox, oracle, steps, generates_code };
    bisection.run(&input, whole, output)
}

/// The outcome of running one pass and checking the program after it.
struct Step {
    /// A short description of the outcome, such as "changes nothing".
    remark: &'static str,
    /// Description of the error that the pass causes; `None` if the checks find no error.
    fault: Option<String>,
    /// File of the program after the pass; `None` if the pass fails or crashes.
    after: Option<PathBuf>,
}

struct Bisection<'a> {
    arguments: &'a Arguments,
    sandbox: &'a Sandbox,
    oracle: &'a Oracle,
    steps: &'a [(Level, String)],
    /// Whether the platform generates code after these passes, so that the program gives results.
    generates_code: bool,
}

impl Bisection<'_> {
    fn run(&self, input: &Path, whole: Verdict, output: &mut impl Write) -> Result<(), Failure> {
        let name = self.arguments.program.display();
        if let Verdict::Wrong(how) = self.oracle.interpret(input) {
            writeln!(
                output,
                "{name}: wrong before the first pass, after specialization to the input sizes: {how}"
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
            Verdict::None(_) if !self.generates_code => {
                writeln!(
                    output,
                    "{name}: no error found; the levels after these passes were not run"
                )?;
                Ok(())
            }
            Verdict::Right => {
                writeln!(output, "{name}: no error found: the compiled program is right")?;
                Ok(())
            }
            Verdict::Wrong(how) => {
                writeln!(output, "{name}: no pass fails; the compiled program is wrong: {how}")?;
                self.leave_out(input, &programs, output)
            }
            Verdict::None(why) => {
                writeln!(
                    output,
                    "{name}: no pass fails; the compiled program gives no results:\n{why}"
                )?;
                self.leave_out(input, &programs, output)
            }
        }
    }

    /// Runs one pass and checks the program that the pass produces.
    fn step(&self, level: Level, passes: &str, before: &Path) -> Result<Step, Error> {
        // The user finds the program before the pass as `before.mlir` in the output folder.
        let named = |said: String| said.replace(&*before.to_string_lossy(), "before.mlir");
        let step = |remark, fault, after| Ok(Step { remark, fault, after });
        let after = match self.sandbox.apply(before, passes)? {
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
        match self.oracle.interpret(&after) {
            Verdict::Right => step("right", None, Some(after)),
            Verdict::Wrong(how) => {
                step("wrong", Some(format!("changes the results: {how}")), Some(after))
            }
            Verdict::None(_) => {
                step("verifies; the interpreter gives no results", None, Some(after))
            }
        }
    }

    /// Compiles the program with subsets of the passes, and writes the pass that miscompiles the
    /// program to `output`.
    fn leave_out(
        &self,
        input: &Path,
        programs: &[PathBuf],
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let name = self.arguments.program.display();
        let findings = leave_out(self.steps.len(), |positions| {
            let passes: Vec<_> = positions.iter().map(|it| self.steps[*it].1.as_str()).collect();
            self.oracle.compile(self.sandbox, input, &passes, None)
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
                    "{name}: pass {number} `{passes}` makes the compiled program wrong, or exposes an error in a later pass"
                )?;
                let before = programs[position].clone();
                let after = programs.get(number).cloned();
                self.write(&Place { number, before, after }, output)?;
            }
            (None, Verdict::Wrong(_)) => {
                let needed = list(&findings.needed);
                writeln!(
                    output,
                    "{name}: still wrong with only the required passes; one of them or the code generator is wrong: {needed}"
                )?;
            }
            (None, _) => {
                writeln!(output, "{name}: cannot attribute the error to a single pass")?;
            }
        }
        Err(Failure::Reported)
    }

    /// Copies the programs before and after a pass to the output folder, if the command line names
    /// one.
    fn write(&self, place: &Place, output: &mut impl Write) -> Result<(), Failure> {
        let Some(folder) = &self.arguments.output_dir else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
        let programs = [("before", Some(&place.before)), ("after", place.after.as_ref())];
        for (name, program) in programs {
            let Some(program) = program.filter(|program| program.is_file()) else { continue };
            let path = folder.join(format!("{name}.mlir"));
            fs::copy(program, &path).map_err(|error| Error::file(&path, error))?;
            writeln!(output, "the program {name} pass {} is in {}", place.number, path.display())?;
        }
        Ok(())
    }
}
