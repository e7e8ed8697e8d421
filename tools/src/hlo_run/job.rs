// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! One program of the command line, with the options to compile and run it.

use super::arguments::Arguments;
use super::input::{Input, Randomness};
use super::memory_report;
use super::progress::Progress;
use crate::command::{Failure, warning_handler};
use crate::pipeline::Changes;
use hloom_compiler::interface::{
    CompileOptions, KnownArgument, LoweringTrace, Platform, Registry, Tuning,
};
use hloom_compiler::{CompilationCache, CompiledProgram, Error, Literal, Program, npy};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Total compile time after which `--compilations` starts no further compilation.
const COMPILATION_LIMIT: Duration = Duration::from_secs(2);

/// A program of the command line, with the options to compile and run it.
pub struct Job<'a> {
    pub arguments: &'a Arguments,
    pub inputs: &'a [Input],
    pub registry: &'a Registry,
    pub platform: &'a Arc<dyn Platform>,
    pub reference: Option<&'a dyn Platform>,
    pub output_dir: Option<PathBuf>,
    pub dump_dir: Option<PathBuf>,
    /// The record of the compilation, if the command line requests a page with `--explore`.
    pub trace: Option<Arc<LoweringTrace>>,
}

impl Job<'_> {
    /// Returns the shapes and values of the inputs, as far as they are known before compilation.
    pub fn known(&self) -> Vec<Option<KnownArgument>> {
        self.inputs.iter().map(Input::known).collect()
    }

    /// Compiles a program for a platform. `known` are the shapes and values of its inputs, as far
    /// as they are known. Some options apply only to the tested platform, and not to the reference.
    ///
    /// # Errors
    /// Fails if the options cannot be read, or if the platform cannot compile the program.
    pub fn compile(
        &self,
        program: &Program,
        on: &dyn Platform,
        known: &[Option<KnownArgument>],
    ) -> Result<CompiledProgram, Error> {
        let progress = Progress::new(program.name());
        // Changed passes apply only to the tested platform. Otherwise the reference would make
        // the same mistakes.
        let is_own = on.name() == self.platform.name();
        let changes = Some(&self.arguments.changes).filter(|_| is_own);
        let pipeline = changes.map(Changes::read).transpose()?.unwrap_or_default();
        let tuning = if is_own { self.arguments.tuning.read()? } else { Tuning::default() };
        let options = CompileOptions {
            threads: self.arguments.threads.map(usize::from),
            arguments: known.to_vec(),
            memory_budget: self.arguments.memory_budget.filter(|_| is_own),
            reproducible: is_own && self.arguments.reproducible,
            device_only: is_own && self.arguments.host_fallback.is_off(),
            pipeline,
            tuning,
            dump_dir: self.dump_dir.clone().filter(|_| is_own),
            profile: is_own && self.arguments.profiles(),
            memory_plan: is_own && (self.arguments.memory_report || self.trace.is_some()),
            trace: self.trace.clone().filter(|_| is_own),
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

    /// Compiles a program for the tested platform as often as requested. Returns the last executable
    /// and the times of all compilations.
    ///
    /// # Errors
    /// Fails under the same conditions as [`compile`](Self::compile).
    pub fn compile_repeatedly(
        &self,
        program: &Program,
        known: &[Option<KnownArgument>],
    ) -> Result<(CompiledProgram, Vec<Duration>), Error> {
        let mut compiled = self.compile(program, &**self.platform, known)?;
        let mut times = vec![compiled.compile_time()];
        for _ in 1..self.arguments.compilations {
            if times.iter().sum::<Duration>() > COMPILATION_LIMIT {
                break;
            }
            compiled = self.compile(program, &**self.platform, known)?;
            times.push(compiled.compile_time());
        }
        Ok((compiled, times))
    }

    /// Returns the options for the random inputs in an iteration of `--iterations`. The program has
    /// `count` parameters.
    pub fn random(&self, iteration: u32, count: usize) -> Randomness {
        self.arguments.random.of_iteration(iteration, count)
    }

    /// Returns true if the command line requests only measurements or reports, but not results.
    pub fn only_measures(&self) -> bool {
        let Arguments { benchmark, serve, .. } = self.arguments;
        benchmark.is_some() || *serve || self.arguments.profiles() || self.arguments.reports()
    }

    /// Returns true if the command line requests only reports that need no run of the program.
    pub fn only_reports(&self) -> bool {
        let Arguments { benchmark, output_dir, .. } = self.arguments;
        let runs = benchmark.is_some() || self.arguments.profiles() || output_dir.is_some();
        self.arguments.reports() && !runs
    }

    /// Writes the results of an iteration to the output folder. Without an output folder, prints
    /// them if `prints` is true.
    ///
    /// # Errors
    /// Fails if the results cannot be written.
    pub fn write_results(
        &self,
        iteration: u32,
        results: &[Literal],
        prints: bool,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let names = (0..results.len()).map(|index| {
            let name = format!("out{index}");
            OutputName { file: name.clone(), title: name }
        });
        self.write_named(iteration, &names.zip(results).collect::<Vec<_>>(), prints, output)
    }

    /// Writes or prints results as [`write_results`](Self::write_results) does, under the given
    /// names.
    ///
    /// # Errors
    /// Fails if the results cannot be written.
    pub fn write_named(
        &self,
        iteration: u32,
        results: &[(OutputName, &Literal)],
        prints: bool,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let several = self.arguments.random.iterations.is_some_and(|count| count > 1);
        if let Some(folder) = &self.output_dir {
            let folder = folder_of_part(Some(folder), several, iteration as usize);
            let folder = folder.unwrap_or_default();
            std::fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
            for (name, result) in results {
                npy::write(folder.join(format!("{}.npy", name.file)), result)
                    .map_err(Error::from)?;
            }
        } else if prints {
            if several {
                writeln!(output, "iteration {iteration}:")?;
            }
            for (name, result) in results {
                writeln!(output, "{}: {result}", name.title)?;
            }
        }
        Ok(())
    }

    /// Prints the memory report of a compiled program.
    ///
    /// # Errors
    /// Fails if the platform does not support memory reports, or if the output cannot be written.
    pub fn report_memory(
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

    /// Compares results with the results of the reference platform, and prints the differences,
    /// preceded by `name`. Returns true if there is no difference.
    ///
    /// # Errors
    /// Fails if a result has another type than expected, or if the output cannot be written.
    pub fn report_differences(
        &self,
        name: &str,
        results: &[Literal],
        expected: &[Literal],
        output: &mut impl Write,
    ) -> Result<bool, Failure> {
        let reference = self.reference.map_or("", |reference| reference.name());
        let names = [name, self.platform.name(), reference];
        self.arguments.comparison.report(names, results, expected, output)
    }
}

/// The names of a result: the name of its file without extension, and the title before its printed
/// value.
pub struct OutputName {
    pub file: String,
    pub title: String,
}

/// Returns the folder for the part or iteration with the number `index`: a numbered subfolder of
/// `folder` if there are several, otherwise `folder`.
pub fn folder_of_part(folder: Option<&Path>, several: bool, index: usize) -> Option<PathBuf> {
    folder.map(|folder| if several { folder.join(index.to_string()) } else { folder.to_owned() })
}
