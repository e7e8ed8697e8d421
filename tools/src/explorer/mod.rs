// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--explore`: a page that shows a compilation.
//!
//! The page is one HTML file, which needs no network and no other file. It contains the source
//! beside every level down to assembly, linked by locations; the changes and the reason of each
//! pass; the dataflow graph; the arena over time; and the times of a run. The data is collected
//! from a [`LoweringTrace`], a [`MemoryPlan`] and a profile. `docs/explorer.md` describes the page.

mod arena;
mod arguments;
mod graph;
mod levels;
mod listing;
mod locations;
mod names;
mod page;
mod source_files;
pub(crate) mod times;
mod versions;

use crate::command::{self, Failure, read_program, warning_handler};
use crate::table::{count, size};
use arguments::Arguments;
use hloom_compiler::interface::{CompileOptions, LoweringTrace, MemoryPlan, Registry};
use hloom_compiler::{CompiledProgram, Error, Program};
use page::Page;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use times::Times;

/// Returns true if a command line of `hlo-opt` contains the flag `--explore`.
pub(crate) fn is_requested(arguments: &[String]) -> bool {
    let flags = arguments.iter().skip(1).take_while(|argument| *argument != "--");
    let name = |argument: &String| argument.trim_start_matches('-').to_owned();
    flags
        .filter(|argument| argument.starts_with('-'))
        .map(name)
        .any(|argument| argument == "explore" || argument.starts_with("explore="))
}

/// Runs `hlo-opt --explore`.
///
/// Returns failure if the command line is invalid, if the program is rejected, or if the page
/// cannot be written.
pub(crate) fn main(arguments: &[String]) -> ExitCode {
    command::main(arguments, run)
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.plugins.load()?;
    let mut program = read_program(&arguments.program)?;
    if let Some(entry) = &arguments.entry {
        program = program.with_entry(entry.trim_start_matches('@'));
    }
    let options = CompileOptions {
        threads: arguments.threads.map(usize::from),
        pipeline: arguments.changes.read()?,
        memory_budget: arguments.memory_budget,
        warnings: Some(warning_handler()),
        ..CompileOptions::default()
    };
    explore(&program, &arguments.pipeline, options)?.write(&arguments.explore)
}

/// Compiles a program, or lowers it if the platform has no device, and returns the page. `platform`
/// is the name of a platform or of a pipeline.
///
/// # Errors
/// Fails if the program is rejected, or if the platform does not record its compilations.
pub fn explore(
    program: &Program,
    platform: &str,
    options: CompileOptions,
) -> Result<Rendered, Error> {
    let trace = Arc::new(LoweringTrace::default());
    let options = CompileOptions { memory_plan: true, trace: Some(Arc::clone(&trace)), ..options };
    let registered = Registry::global().platform(platform).ok();
    let plan = match registered.filter(|platform| platform.device_count() > 0) {
        Some(registered) => {
            let compiled = CompiledProgram::new(&*registered, program, &options)?;
            compiled.executable().memory_plan()
        }
        // The levels need no device. They are the same, but without machine code.
        None => {
            let pipeline = hloom_lowering::registry().pipeline(platform);
            let pipeline = pipeline.map_err(|error| Error::invalid(error.to_string()))?;
            let lowered =
                hloom_codegen::lower_program_with(program, pipeline, &options, |_, _, _| Ok(()));
            lowered?.1.memory_plan.map(Arc::new)
        }
    };
    render(program, platform, &trace, plan.as_deref(), None)
}

/// The page of a compilation as HTML, and numbers that describe it.
pub struct Rendered {
    /// The text of the HTML file.
    pub text: String,
    /// The number of source operations of the program.
    pub operations: usize,
    /// The number of steps of the lowering pipeline.
    pub steps: usize,
}

impl Rendered {
    /// Writes the page to a file, and prints its size and contents in one line on standard error.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        std::fs::write(path, &self.text).map_err(|error| Error::file(path, error))?;
        let (path, size) = (path.display(), size(self.text.len() as u64));
        let operations = count(self.operations, "operation");
        let steps = count(self.steps, "pass step");
        writeln!(io::stderr(), "{path}: {size}, {operations}, {steps}")?;
        Ok(())
    }
}

/// Returns the page of the compilation that `trace` has recorded, with its memory plan and the
/// times of a run if they are given.
///
/// # Errors
/// Fails if the platform does not record its compilations.
pub(crate) fn render(
    program: &Program,
    platform: &str,
    trace: &LoweringTrace,
    plan: Option<&MemoryPlan>,
    times: Option<Times>,
) -> Result<Rendered, Error> {
    let record = trace.take();
    if record.input.is_empty() {
        return Err(Error::unsupported(platform, "pages that show a compilation (`--explore`)"));
    }
    let page = Page {
        program: program.name().to_owned(),
        platform: platform.to_owned(),
        version: format!("hloom {}", env!("CARGO_PKG_VERSION")),
        sources: source_files::SourceFiles::read(&record.sources, program),
        levels: levels::Levels::read(&record),
        arena: plan.map(arena::Arena::of),
        times,
    };
    let (operations, steps) = (record.sources.len(), record.steps.len());
    Ok(Rendered { text: page.html()?, operations, steps })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_has_mlirs_forms() {
        let requested = |flags: &[&str]| {
            let arguments: Vec<_> =
                ["hlo-opt"].iter().chain(flags).map(|it| (*it).to_owned()).collect();
            is_requested(&arguments)
        };
        assert!(requested(&["a.mlir", "--explore", "a.html"]));
        assert!(requested(&["-explore=a.html"]));
        assert!(!requested(&["explore", "--explored", "--", "--explore"]));
    }
}
