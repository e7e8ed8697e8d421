// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles and runs the programs of the command line.

use super::arguments::Arguments;
use super::check_each;
use super::input::{Input, load_all};
use super::isolate;
use super::job::{Job, folder_of_part};
use super::profile;
use super::report::{self, Report};
use super::serve;
use super::sharded;
use super::tune;
use super::watchdog;
use crate::array_argument;
use crate::command::{Failure, read_program, render, warning_handler};
use crate::explorer;
use hloom_compiler::checks::{self, Check};
use hloom_compiler::interface::{CompileOptions, Platform, Registry};
use hloom_compiler::{CompiledProgram, Error, Literal, Program};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Runs `hlo-run` and writes the results to `output`.
///
/// # Errors
/// Returns [`Failure::Reported`] if one of several programs, a check or a comparison fails, and an
/// error if the request as a whole fails.
pub fn run(
    arguments: &Arguments,
    registry: &Registry,
    output: &mut impl Write,
) -> Result<(), Failure> {
    arguments.plugins.load()?;
    let platform = platform(registry, &arguments.platform)?;
    let inputs = match &arguments.args {
        Some(text) => array_argument::parse(text)?.into_iter().map(Input::Literal).collect(),
        None => arguments.inputs.clone(),
    };
    for input in &inputs {
        input.check()?;
    }
    let request = arguments.devices.request(|name| std::env::var(name).ok())?;
    if let (Some(Input::Shards(pattern)), None) =
        (inputs.iter().find(|input| matches!(input, Input::Shards(_))), &request)
    {
        let message = format!(
            "--input {pattern}: a file for each device requires --partitions or --replicas"
        );
        return Err(Error::invalid(message).into());
    }
    // Only the first node writes files that all nodes would write.
    let is_first_node = request.as_ref().is_none_or(|it| it.devices.is_first_node());
    let reference = arguments.comparison.compare_with.as_ref();
    let reference = reference.map(|name| self::platform(registry, name)).transpose()?;
    if let Some(seconds) = arguments.timeout {
        let names: Vec<_> = arguments.programs.iter().map(|it| it.to_string_lossy()).collect();
        watchdog::start(&names.join(", "), seconds);
    }
    let mut failed = false;
    let mut parts = Vec::new();
    let several_files = arguments.programs.len() > 1;
    for path in &arguments.programs {
        let mut program = match read_program(path) {
            Ok(program) => program,
            Err(error) if several_files => {
                writeln!(std::io::stderr(), "{}", render(&error))?;
                failed = true;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if let Some(entry) = &arguments.entry {
            program = program.with_entry(entry.trim_start_matches('@'));
        }
        parts.extend(if arguments.split_input_file { program.split() } else { vec![program] });
    }
    if arguments.serve && several_files {
        return Err(Error::invalid("--serve: expected one program file, found several").into());
    }
    let mut programs = Vec::new();
    let several = parts.len() > 1 || several_files;
    for part in parts {
        let entries = if arguments.check { checks::entries(&part) } else { Ok(Vec::new()) };
        match entries {
            // Without --check, the whole program runs. A program without functions to check is
            // skipped if there are several programs, and otherwise runs as well.
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
    let several = programs.len() > 1 || several_files;
    if let Some(evaluator) = &arguments.check_each {
        let evaluator = self::platform(registry, evaluator)?;
        let mut holds = true;
        for part in &programs {
            holds &= check_each::run(arguments, &inputs, &*platform, &*evaluator, part, output)?;
        }
        return if holds && !failed { Ok(()) } else { Err(Failure::Reported) };
    }
    if arguments.explore.is_some() && (several || request.is_some()) {
        let found = if several { "several programs" } else { "a program for several devices" };
        let reason = format!("--explore: expected one program on one device, found {found}");
        return Err(Error::invalid(reason).into());
    }
    if several && request.as_ref().is_some_and(|it| it.connection.is_some()) {
        return Err(Error::invalid("--nodes: expected one program, found several").into());
    }
    let dump_dir = arguments.dump_dir.as_deref().filter(|_| is_first_node);
    let mut reports = Vec::new();
    for (index, part) in programs.into_iter().enumerate() {
        if several_files && !arguments.check && !arguments.reports() {
            writeln!(output, "{}:", part.name())?;
        }
        let job = Job {
            arguments,
            inputs: &inputs,
            registry,
            platform: &platform,
            reference: reference.as_deref(),
            output_dir: folder_of_part(arguments.output_dir.as_deref(), several, index),
            dump_dir: folder_of_part(dump_dir, several, index),
            trace: arguments.explore.as_ref().map(|_| Arc::default()),
        };
        let outcome = match &request {
            Some(request) => sharded::run(&job, request, part, output),
            None => job.run(part, output),
        };
        let remedy = "pass an input of known size with `--input`";
        match outcome.map_err(|failure| failure.noting_sizes(remedy)) {
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
    if let Some(path) = arguments.json.as_ref().filter(|_| is_first_node) {
        report::write(path, &reports)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Returns the platform with the given name, in which uppercase letters are accepted as in XLA's
/// tools.
fn platform(registry: &Registry, name: &str) -> Result<Arc<dyn Platform>, Error> {
    hloom_pjrt_client::platform(registry, name)
        .or_else(|error| registry.platform(&name.to_lowercase()).map_err(|_| error))
}

impl Job<'_> {
    /// Compiles and runs the program as the command line requests.
    ///
    /// Returns the measurements, and true if all checks and comparisons succeed.
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
        if self.arguments.isolate {
            return self.isolate(&program, output);
        }
        let known = self.known();
        let (compiled, compile_times) = self.compile_repeatedly(&program, &known)?;
        if self.arguments.host_report {
            self.report_host(&program, &compiled, output)?;
        }
        if self.arguments.memory_report {
            self.report_memory(&program, &compiled, output)?;
        }
        if self.only_reports() {
            let name = self.platform.name();
            let report = Report::new(program.name(), name, &compiled, &compile_times, &[]);
            return Ok((report, true));
        }
        let executable = compiled.executable();
        let types = compiled.argument_types();
        let name = &executable.signature().name;
        let iterations = self.arguments.random.iterations.unwrap_or(1);
        let inputs = load_all(self.inputs, name, &types, &self.random(0, types.len()))?;
        let (times, results) = match (self.arguments.profiles(), self.arguments.benchmark) {
            (true, count) => {
                let count = count.map_or(profile::RUNS, |count| count as usize);
                self.profile(&program, &compiled, &inputs, count, output)?
            }
            (false, Some(count)) => compiled.benchmark(&inputs, 1, count as usize)?,
            (false, None) => compiled.benchmark(&inputs, 0, 1)?,
        };
        let report =
            Report::new(program.name(), self.platform.name(), &compiled, &compile_times, &times);
        let own = checks.as_ref().map_or(results.len(), |(_, own)| *own);
        let prints = checks.is_none() && !self.only_measures();
        self.write_results(0, &results[..own], prints, output)?;
        if self.arguments.serve {
            drop(results);
            let requests = std::io::stdin().lock();
            serve::serve(&compiled, &inputs, &report, requests, output)?;
            return Ok((report, true));
        }
        if self.arguments.benchmark.is_some() {
            writeln!(output, "{}: {report}", program.name())?;
        }
        let mut holds = match &checks {
            Some((checks, _)) => self.report_checks(&program, checks, &results, output)?,
            None => true,
        };
        let reference = self.reference.map(|reference| self.compile(&program, reference, &known));
        let reference = reference.transpose()?;
        if let Some(reference) = &reference {
            let expected = reference.run(&inputs)?;
            holds &= self.report_differences(program.name(), &results, &expected, output)?;
        }
        for iteration in 1..iterations {
            let random = self.random(iteration, types.len());
            let inputs = load_all(self.inputs, name, &types, &random)?;
            let results = compiled.run(&inputs)?;
            self.write_results(iteration, &results[..own], prints, output)?;
            if let Some((checks, _)) = &checks {
                holds &= self.report_checks(&program, checks, &results, output)?;
            }
            if let Some(reference) = &reference {
                let expected = reference.run(&inputs)?;
                holds &= self.report_differences(program.name(), &results, &expected, output)?;
            }
        }
        Ok((report, holds))
    }

    /// Runs every operation of the program alone, and reports the operations whose results differ
    /// from the interpreter's results.
    fn isolate(
        &self,
        program: &Program,
        output: &mut impl Write,
    ) -> Result<(Report, bool), Failure> {
        let interpreter = self.registry.platform("interpreter")?;
        let known = self.inputs.iter().map(Input::known).collect();
        let options = CompileOptions { arguments: known, ..CompileOptions::default() };
        // Errors of the program itself are reported as the interpreter states them.
        let compiled = CompiledProgram::new(&*interpreter, program, &options)?;
        let types = compiled.argument_types();
        let name = &compiled.executable().signature().name;
        let platform = isolate::Tested {
            platform: Arc::clone(self.platform),
            pipeline: self.arguments.changes.read()?,
            tuning: self.arguments.tuning.read()?,
            threads: self.arguments.threads.map(usize::from),
            comparison: self.arguments.comparison.clone(),
        };
        let isolation = isolate::Isolation::new(&*interpreter, program, platform)?;
        let mut holds = true;
        for iteration in 0..self.arguments.random.iterations.unwrap_or(1) {
            let random = self.random(iteration, types.len());
            let inputs = load_all(self.inputs, name, &types, &random)?;
            let folder = self.output_dir.as_deref();
            holds &= isolation.run(&inputs, folder, output)?;
        }
        let times = [compiled.compile_time()];
        Ok((Report::new(program.name(), self.platform.name(), &compiled, &times, &[]), holds))
    }

    /// Searches for faster schedules of the program, and adds them to the tuning file.
    fn tune(
        &self,
        file: &Path,
        program: &Program,
        output: &mut impl Write,
    ) -> Result<(Report, bool), Failure> {
        let options = CompileOptions {
            threads: self.arguments.threads.map(usize::from),
            arguments: self.inputs.iter().map(Input::known).collect(),
            profile: true,
            warnings: Some(warning_handler()),
            ..CompileOptions::default()
        };
        let platform = &**self.platform;
        let compiled = CompiledProgram::new(platform, program, &options)?;
        if compiled.executable().profile().is_none() {
            return Err(Error::unsupported(self.platform.name(), "tuning").into());
        }
        let types = compiled.argument_types();
        let name = &compiled.executable().signature().name;
        let inputs = load_all(self.inputs, name, &types, &self.random(0, types.len()))?;
        tune::tune(file, platform, program, &options, &inputs, output)?;
        let times = [compiled.compile_time()];
        Ok((Report::new(program.name(), self.platform.name(), &compiled, &times, &[]), true))
    }

    fn report_host(
        &self,
        program: &Program,
        compiled: &CompiledProgram,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let platform = self.platform.name();
        let report = compiled.executable().host_report();
        let report =
            report.ok_or_else(|| Error::unsupported(platform, "reports of the host's steps"))?;
        write!(output, "{} on {platform}\n{report}", program.name())?;
        Ok(())
    }

    /// Runs the program to write a profile, a page of `--explore` or both. Returns the times of the
    /// recorded runs and the results of the last run.
    fn profile(
        &self,
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
        let profiled = profile::run(compiled, &profile, inputs, count, threads)?;
        if let Some(file) = &self.arguments.profile {
            writeln!(output, "profile of {name} on {platform}")?;
            write!(output, "{}", profiled.write(file, name, &profile)?)?;
        }
        if let (Some(file), Some(trace)) = (&self.arguments.explore, &self.trace) {
            let plan = compiled.executable().memory_plan();
            let times = profiled.summary(&profile);
            explorer::render(program, platform, trace, plan.as_deref(), Some(times))?
                .write(file)?;
        }
        Ok((profiled.times, profiled.results))
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
