// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles and runs the programs of the command line.

use super::arguments::Arguments;
use super::check_each;
use super::input::{Input, load_all};
use super::memory_report;
use super::profile;
use super::progress::Progress;
use super::report::{self, Report};
use super::serve;
use super::tune;
use super::watchdog;
use crate::command::{Failure, read_program, render, warning_handler};
use crate::pipeline::Changes;
use hloom_compiler::checks::{self, Check};
use hloom_compiler::interface::{CompileOptions, Platform, Registry, Tuning};
use hloom_compiler::{CompilationCache, CompiledProgram, Error, Literal, Program, npy};
use hloom_values::{Tolerance, compare};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Total time of compilations after which `--compilations` compiles no more.
const COMPILATION_LIMIT: Duration = Duration::from_secs(2);

/// Runs the tool.
///
/// # Errors
/// Returns [`Failure::Reported`] if a part fails or a check does not hold, and an error if the
/// request as a whole fails.
pub fn run(
    arguments: &Arguments,
    registry: &Registry,
    output: &mut impl Write,
) -> Result<(), Failure> {
    arguments.plugins.load()?;
    let platform = registry.platform(&arguments.platform)?;
    for input in &arguments.inputs {
        input.check()?;
    }
    let reference = arguments.compare_with.as_ref().map(|name| registry.platform(name));
    let reference = reference.transpose()?;
    if let Some(seconds) = arguments.timeout {
        watchdog::start(&arguments.program.to_string_lossy(), seconds);
    }
    let mut program = read_program(&arguments.program)?;
    if let Some(entry) = &arguments.entry {
        program = program.with_entry(entry.trim_start_matches('@'));
    }
    let parts = if arguments.split_input_file { program.split() } else { vec![program] };
    let mut failed = false;
    let mut programs = Vec::new();
    let several = parts.len() > 1;
    for part in parts {
        let entries = if arguments.check { checks::entries(&part) } else { Ok(Vec::new()) };
        match entries {
            // A program without checks runs all the same. A part without functions among
            // several parts is skipped.
            Ok(entries) if entries.is_empty() && !(arguments.check && several) => {
                programs.push(part);
            }
            Ok(entries) => {
                programs.extend(entries.into_iter().map(|entry| part.clone().with_entry(entry)));
            }
            Err(error) if several => {
                writeln!(std::io::stderr(), "{}", render(&error))?;
                failed = true;
            }
            Err(error) => return Err(error.into()),
        }
    }
    let several = programs.len() > 1;
    if let Some(evaluator) = &arguments.check_each {
        let evaluator = registry.platform(evaluator)?;
        let mut holds = true;
        for part in &programs {
            holds &= check_each::run(arguments, &*platform, &*evaluator, part, output)?;
        }
        return if holds && !failed { Ok(()) } else { Err(Failure::Reported) };
    }
    let mut reports = Vec::new();
    for (index, part) in programs.into_iter().enumerate() {
        let job = Job {
            arguments,
            platform: &*platform,
            reference: reference.as_deref(),
            output_dir: folder(arguments.output_dir.as_deref(), several, index),
            dump_dir: folder(arguments.dump_dir.as_deref(), several, index),
        };
        match job.run(part, output) {
            Ok((report, holds)) => {
                reports.push(report);
                failed |= !holds;
            }
            // The other parts still run.
            Err(Failure::Error(error)) if several => {
                writeln!(std::io::stderr(), "{}", render(&error))?;
                failed = true;
            }
            Err(failure) => return Err(failure),
        }
    }
    if let Some(path) = &arguments.json {
        report::write(path, &reports)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Returns the folder for one part of a file: a numbered subfolder if there are several parts.
fn folder(folder: Option<&Path>, several: bool, index: usize) -> Option<PathBuf> {
    folder.map(|folder| if several { folder.join(index.to_string()) } else { folder.to_owned() })
}

/// One program with the options to run it.
struct Job<'a> {
    arguments: &'a Arguments,
    platform: &'a dyn Platform,
    reference: Option<&'a dyn Platform>,
    output_dir: Option<PathBuf>,
    dump_dir: Option<PathBuf>,
}

impl Job<'_> {
    /// Compiles and runs the program.
    ///
    /// Returns the measurements, and whether all checks and comparisons hold.
    fn run(&self, program: Program, output: &mut impl Write) -> Result<(Report, bool), Failure> {
        let mut program = program;
        let mut checks = None;
        if self.arguments.check {
            let lifted = checks::lift(&program)?;
            program = lifted.program;
            checks = Some((lifted.checks, lifted.results));
        }
        if let Some(file) = &self.arguments.tune {
            return self.tune(file, &program, output);
        }
        let mut compiled = self.compile(&program, self.platform)?;
        let mut compile_times = vec![compiled.compile_time()];
        for _ in 1..self.arguments.compilations {
            if compile_times.iter().sum::<Duration>() > COMPILATION_LIMIT {
                break;
            }
            compiled = self.compile(&program, self.platform)?;
            compile_times.push(compiled.compile_time());
        }
        if self.arguments.memory_report {
            self.report_memory(&program, &compiled, output)?;
            if self.only_reports_memory() {
                let name = self.platform.name();
                let report = Report::new(program.name(), name, &compiled, &compile_times, &[]);
                return Ok((report, true));
            }
        }
        let executable = compiled.executable();
        let types = compiled.argument_types();
        let inputs = load_all(&self.arguments.inputs, &executable.signature().name, &types)?;
        let (times, results) = match (&self.arguments.profile, self.arguments.benchmark) {
            (Some(file), count) => {
                let count = count.map_or(profile::RUNS, |count| count as usize);
                self.profile(file, &program, &compiled, &inputs, count, output)?
            }
            (None, Some(count)) => compiled.benchmark(&inputs, 1, count as usize)?,
            (None, None) => compiled.benchmark(&inputs, 0, 1)?,
        };
        let report =
            Report::new(program.name(), self.platform.name(), &compiled, &compile_times, &times);
        let own = checks.as_ref().map_or(results.len(), |(_, own)| *own);
        if let Some(folder) = &self.output_dir {
            write_results(folder, &results[..own])?;
        } else if checks.is_none() && !self.only_measures() {
            for (index, result) in results.iter().enumerate() {
                writeln!(output, "out{index}: {result}")?;
            }
        }
        if self.arguments.serve {
            drop(results);
            let requests = std::io::stdin().lock();
            serve::serve(&compiled, &inputs, &report, requests, output)?;
            return Ok((report, true));
        }
        if self.arguments.benchmark.is_some() {
            writeln!(output, "{}: {report}", program.name())?;
        }
        let mut holds = match checks {
            Some((checks, _)) => self.report_checks(&program, &checks, &results, output)?,
            None => true,
        };
        if let Some(reference) = self.reference {
            let expected = self.compile(&program, reference)?.run(&inputs)?;
            holds &= self.report_differences(&program, reference, &results, &expected, output)?;
        }
        Ok((report, holds))
    }

    fn compile(&self, program: &Program, on: &dyn Platform) -> Result<CompiledProgram, Error> {
        let progress = Progress::new(program.name());
        // Changed passes apply only to the tested platform. Otherwise the reference would make
        // the same mistakes.
        let is_own = on.name() == self.platform.name();
        let changes = Some(&self.arguments.changes).filter(|_| is_own);
        let pipeline = changes.map(Changes::read).transpose()?.unwrap_or_default();
        let tuning = if is_own { self.arguments.tuning.read()? } else { Tuning::default() };
        let options = CompileOptions {
            threads: self.arguments.threads.map(usize::from),
            arguments: self.arguments.inputs.iter().map(Input::known).collect(),
            memory_budget: self.arguments.memory_budget.filter(|_| is_own),
            pipeline,
            tuning,
            dump_dir: self.dump_dir.clone(),
            profile: is_own && self.arguments.profile.is_some(),
            memory_plan: is_own && self.arguments.memory_report,
            progress: Some(progress.listener()),
            warnings: Some(warning_handler()),
            ..CompileOptions::default()
        };
        let cache = self.arguments.cache_dir.as_ref().map(|folder| {
            // Passes from plugins may take part in the compilation, so the cache key includes
            // the plugins.
            let mut plugins = hloom_plugin::loaded();
            plugins.extend(self.arguments.plugins.load_pass_plugin.iter().cloned());
            CompilationCache::new(folder)?.depending_on(&plugins)
        });
        let cache = cache.transpose()?;
        CompiledProgram::with_cache(on, program, &options, cache.as_ref())
    }

    /// Returns true if the results are not wanted.
    fn only_measures(&self) -> bool {
        let Arguments { benchmark, serve, profile, memory_report, .. } = self.arguments;
        benchmark.is_some() || *serve || profile.is_some() || *memory_report
    }

    /// Returns true if the program need not run.
    fn only_reports_memory(&self) -> bool {
        let Arguments { benchmark, profile, output_dir, .. } = self.arguments;
        benchmark.is_none() && profile.is_none() && output_dir.is_none()
    }

    /// Tunes the program and writes the tuning file.
    fn tune(
        &self,
        file: &Path,
        program: &Program,
        output: &mut impl Write,
    ) -> Result<(Report, bool), Failure> {
        let options = CompileOptions {
            threads: self.arguments.threads.map(usize::from),
            arguments: self.arguments.inputs.iter().map(Input::known).collect(),
            profile: true,
            warnings: Some(warning_handler()),
            ..CompileOptions::default()
        };
        let compiled = CompiledProgram::new(self.platform, program, &options)?;
        if compiled.executable().profile().is_none() {
            return Err(Error::unsupported(self.platform.name(), "tuning").into());
        }
        let types = compiled.argument_types();
        let name = &compiled.executable().signature().name;
        let inputs = load_all(&self.arguments.inputs, name, &types)?;
        tune::tune(file, self.platform, program, &options, &inputs, output)?;
        let times = [compiled.compile_time()];
        Ok((Report::new(program.name(), self.platform.name(), &compiled, &times, &[]), true))
    }

    fn report_memory(
        &self,
        program: &Program,
        compiled: &CompiledProgram,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let platform = self.platform.name();
        let plan = compiled.executable().memory_plan();
        let plan = plan.ok_or_else(|| Error::unsupported(platform, "memory reports"))?;
        write!(output, "{}", memory_report::render(program.name(), platform, &plan))?;
        Ok(())
    }

    /// Runs the program for a profile. Returns the times of its runs and the results of the last.
    fn profile(
        &self,
        file: &Path,
        program: &Program,
        compiled: &CompiledProgram,
        inputs: &[Literal],
        count: usize,
        output: &mut impl Write,
    ) -> Result<(Vec<Duration>, Vec<Literal>), Failure> {
        let platform = self.platform.name();
        let profile = compiled.executable().profile();
        let profile = profile.ok_or_else(|| Error::unsupported(platform, "profiles"))?;
        let host = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.arguments.threads.map_or_else(host, usize::from);
        let name = program.name();
        let profiled = profile::run(file, name, compiled, &profile, inputs, count, threads)?;
        writeln!(output, "profile of {name} on {platform}")?;
        write!(output, "{}", profiled.text)?;
        Ok((profiled.times, profiled.results))
    }

    fn report_differences(
        &self,
        program: &Program,
        reference: &dyn Platform,
        results: &[Literal],
        expected: &[Literal],
        output: &mut impl Write,
    ) -> Result<bool, Failure> {
        let (name, one, other) = (program.name(), self.platform.name(), reference.name());
        let mut same = 0;
        for (index, (result, expected)) in results.iter().zip(expected).enumerate() {
            let tolerance = Tolerance::of_sums(result.shape().element_type);
            match compare(result, expected, tolerance).map_err(Error::from)? {
                None => same += 1,
                Some(mismatch) => writeln!(
                    std::io::stderr(),
                    "{name}: error: result {index} on {one} differs from that on {other}: {mismatch}"
                )?,
            }
        }
        let all = results.len();
        writeln!(output, "{name}: {same} of {all} results on {one} match those on {other}")?;
        Ok(same == all)
    }

    fn report_checks(
        &self,
        program: &Program,
        checks: &[Check],
        results: &[Literal],
        output: &mut impl Write,
    ) -> Result<bool, Failure> {
        let failures = checks::evaluate(checks, results)?;
        for failure in &failures {
            writeln!(std::io::stderr(), "{failure}")?;
        }
        let (held, all) = (checks.len() - failures.len(), checks.len());
        let (name, entry) = (program.name(), program.entry().unwrap_or("main"));
        let plural = if all == 1 { "check holds" } else { "checks hold" };
        writeln!(output, "{name}: @{entry}: {held} of {all} {plural}")?;
        Ok(failures.is_empty())
    }
}

fn write_results(folder: &Path, results: &[Literal]) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    for (index, result) in results.iter().enumerate() {
        npy::write(folder.join(format!("out{index}.npy")), result)?;
    }
    Ok(())
}
