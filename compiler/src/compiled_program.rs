// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles and runs a program in one call.
//!
//! [`CompiledProgram`] combines an executable with its device, transfer manager and threads, so
//! that a caller passes literals and receives literals. It also measures runs. [`run_file`]
//! covers the simplest case: one program, one run.

use crate::coverage::Coverage;
use crate::interface::{
    CompileOptions, DeviceBuffer, DynamicExecutable, Executable, Platform, RunOptions, Signature,
    Stream, StreamExecutor, TransferManager, platform,
};
use crate::{CompilationCache, Error, Program, TensorSpec, ThreadPool};
use hloom_evaluator::Membership;
use hloom_values::Literal;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Compiles the program in a file for a platform and runs it once.
///
/// # Errors
/// Fails if the platform is unknown, or if reading, compiling or running the program fails.
pub fn run_file(
    path: impl AsRef<Path>,
    platform_name: &str,
    inputs: &[Literal],
) -> Result<Vec<Literal>, Error> {
    let program = Program::from_file(path)?;
    let platform = platform(platform_name)?;
    CompiledProgram::new(&*platform, &program, &CompileOptions::default())?.run(inputs)
}

/// An executable together with its device and its threads.
pub struct CompiledProgram {
    executable: Box<dyn Executable>,
    device: Arc<dyn StreamExecutor>,
    transfers: Arc<dyn TransferManager>,
    options: RunOptions,
    compile_time: Duration,
    coverage: Option<Coverage>,
}

impl CompiledProgram {
    /// Compiles a program for a platform.
    ///
    /// # Errors
    /// Returns the errors of the platform's compiler. Also fails if the device does not exist, or
    /// if the threads cannot be started.
    pub fn new(
        platform: &dyn Platform,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Self, Error> {
        Self::with_cache(platform, program, options, None)
    }

    /// Compiles a program for a platform, or loads it from a cache.
    ///
    /// # Errors
    /// Fails under the same conditions as [`CompiledProgram::new`].
    pub fn with_cache(
        platform: &dyn Platform,
        program: &Program,
        options: &CompileOptions,
        cache: Option<&CompilationCache>,
    ) -> Result<Self, Error> {
        let device = platform.device(options.device)?;
        let threads = ThreadPool::new(options.threads)?;
        let start = Instant::now();
        let executable = match cache {
            Some(cache) => cache.compile(platform, program, options)?,
            None => platform.compiler().compile(program, options)?,
        };
        Ok(Self {
            executable,
            device,
            transfers: platform.transfer_manager(),
            options: RunOptions { threads: Some(Arc::new(threads)), participant: None },
            compile_time: start.elapsed(),
            coverage: Coverage::of(platform.name(), program),
        })
    }

    /// Returns the executable that the platform compiled.
    pub fn executable(&self) -> &dyn Executable {
        &*self.executable
    }

    /// Returns the types of the arguments, which may have dynamic dimensions.
    pub fn argument_types(&self) -> Vec<TensorSpec> {
        match self.executable.as_dynamic() {
            Some(dynamic) => dynamic.dynamic_signature().arguments.clone(),
            None => self.executable.signature().arguments.iter().map(TensorSpec::from).collect(),
        }
    }

    /// Returns the duration of the compilation, including parsing, or of loading from the cache.
    pub fn compile_time(&self) -> Duration {
        self.compile_time
    }

    /// Runs the program and waits for its results.
    ///
    /// # Errors
    /// Fails if the inputs do not have the types of the entry function's parameters, or if the
    /// device fails.
    pub fn run(&self, inputs: &[Literal]) -> Result<Vec<Literal>, Error> {
        Ok(self.benchmark(inputs, 0, 1)?.1)
    }

    /// Measures `count` runs of the program on the same inputs, after `warm_ups` unmeasured runs.
    ///
    /// Returns the duration of each measured run and the results of the last run. Transfers to and
    /// from the device are measured only for programs with dynamic shapes.
    ///
    /// # Errors
    /// Fails under the same conditions as [`CompiledProgram::run`].
    pub fn benchmark(
        &self,
        inputs: &[Literal],
        warm_ups: usize,
        count: usize,
    ) -> Result<(Vec<Duration>, Vec<Literal>), Error> {
        let outcome = match self.executable.as_dynamic() {
            Some(dynamic) => benchmark_dynamic(dynamic, inputs, warm_ups, count)?,
            None => self.benchmark_static(inputs, warm_ups, count)?,
        };
        self.ran();
        Ok(outcome)
    }

    fn benchmark_static(
        &self,
        inputs: &[Literal],
        warm_ups: usize,
        count: usize,
    ) -> Result<(Vec<Duration>, Vec<Literal>), Error> {
        let mut prepared = self.prepare(&*self.device, inputs)?;
        for _ in 0..warm_ups {
            prepared.run(None)?;
        }
        let mut times = Vec::new();
        for _ in 0..count {
            let start = Instant::now();
            prepared.run(None)?;
            times.push(start.elapsed());
        }
        Ok((times, prepared.results()?))
    }

    /// Transfers the inputs of a run to a device.
    ///
    /// # Errors
    /// Fails if the inputs do not have the types of the entry function's parameters, or if the
    /// device fails.
    pub(crate) fn prepare(
        &self,
        device: &dyn StreamExecutor,
        inputs: &[Literal],
    ) -> Result<PreparedRun<'_>, Error> {
        check_inputs(&*self.executable, inputs)?;
        let mut stream = device.create_stream()?;
        let arguments: Result<Vec<_>, _> =
            inputs.iter().map(|input| self.transfers.to_device(&mut *stream, input)).collect();
        let shapes = &self.executable.signature().results;
        let results: Result<Vec<_>, _> =
            shapes.iter().map(|shape| device.allocate(self.transfers.byte_size(shape)?)).collect();
        Ok(PreparedRun { program: self, arguments: arguments?, results: results?, stream })
    }

    /// Records that the program has run, for the coverage of operations.
    pub(crate) fn ran(&self) {
        if let Some(coverage) = &self.coverage {
            coverage.ran();
        }
    }
}

/// Implements [`CompiledProgram::benchmark`] for a program with dynamic shapes.
fn benchmark_dynamic(
    executable: &dyn DynamicExecutable,
    inputs: &[Literal],
    warm_ups: usize,
    count: usize,
) -> Result<(Vec<Duration>, Vec<Literal>), Error> {
    let mut times = Vec::new();
    let mut results = Vec::new();
    for run in 0..warm_ups + count {
        let inputs = inputs.to_vec();
        let start = Instant::now();
        results = executable.run_on_literals(inputs)?;
        if run >= warm_ups {
            times.push(start.elapsed());
        }
    }
    Ok((times, results))
}

/// The inputs of a run on a device, and buffers for the results of the run.
pub(crate) struct PreparedRun<'a> {
    program: &'a CompiledProgram,
    arguments: Vec<DeviceBuffer>,
    results: Vec<DeviceBuffer>,
    stream: Box<dyn Stream>,
}

impl PreparedRun<'_> {
    /// Runs the program, as a participant of a device mesh or alone, and waits for its end.
    ///
    /// # Errors
    /// Fails if the device fails.
    pub fn run(&mut self, participant: Option<Arc<Membership>>) -> Result<(), Error> {
        let executable = &self.program.executable;
        let options = RunOptions { participant, ..self.program.options.clone() };
        executable.run_into(&mut *self.stream, &self.arguments, &self.results, &options)?;
        self.stream.synchronize()
    }

    /// Transfers the results of the last run to the host.
    ///
    /// # Errors
    /// Fails if the device fails.
    pub fn results(&mut self) -> Result<Vec<Literal>, Error> {
        let shapes = &self.program.executable.signature().results;
        let transfers = &self.program.transfers;
        let results = self.results.iter().zip(shapes);
        results.map(|(buffer, shape)| transfers.to_host(&mut *self.stream, buffer, shape)).collect()
    }
}

fn check_inputs(executable: &dyn Executable, inputs: &[Literal]) -> Result<(), Error> {
    let Signature { name, arguments: shapes, .. } = executable.signature();
    if inputs.len() != shapes.len() {
        let list: Vec<_> = shapes.iter().map(ToString::to_string).collect();
        let types = if list.is_empty() { String::new() } else { format!(" ({})", list.join(", ")) };
        return Err(Error::invalid(format!(
            "`{name}`: expected {}{types}, found {}",
            count(shapes.len(), "input"),
            inputs.len()
        )));
    }
    for (index, (shape, input)) in shapes.iter().zip(inputs).enumerate() {
        if input.shape() != shape {
            let given = input.shape();
            let message = format!("input {index} of `{name}`: expected {shape}, found {given}");
            return Err(Error::invalid(message));
        }
    }
    Ok(())
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
