// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs and the options of a run.

use super::host_report::HostReport;
use super::memory_plan::MemoryPlan;
use super::profile::Profile;
use super::{DeviceBuffer, Signature, Stream};
use crate::Error;
use hloom_evaluator::{Membership, TensorSpec};
use hloom_values::{Literal, Shape};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A program compiled for a device. It may be run from several threads at once.
pub trait Executable: Send + Sync {
    /// Returns the name of the entry function and the types of its arguments and results.
    fn signature(&self) -> &Signature;

    /// Enqueues a run that reads the buffers `arguments` and writes the buffers `results`.
    ///
    /// The buffers have the sizes of the signature's shapes. A result may share its buffer with an
    /// argument only if [`Executable::aliases`] lists the pair; the run then overwrites the
    /// argument. Callers check shapes and counts (see [`Executable::run`]).
    ///
    /// # Errors
    /// Fails if the run cannot be enqueued, for example because the offset of a buffer in its
    /// memory does not have the required alignment. Later failures are failures of the stream, see
    /// [`Stream::synchronize`].
    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error>;

    /// Returns the pairs of indices (result, argument) that may share a buffer. If an argument of
    /// such a pair is donated, the result takes its buffer.
    fn aliases(&self) -> &[(usize, usize)] {
        &[]
    }

    /// Enqueues a run and returns the buffers of its results.
    ///
    /// The results take the buffers of donated arguments if the executable can reuse them, and new
    /// buffers otherwise.
    ///
    /// # Errors
    /// Fails if the number or the size of the arguments is wrong, if a result cannot be
    /// allocated, or if the run cannot be enqueued.
    fn run(
        &self,
        stream: &mut dyn Stream,
        arguments: &[Argument],
        options: &RunOptions,
    ) -> Result<Vec<DeviceBuffer>, Error> {
        let signature = self.signature();
        check_arguments(signature, arguments)?;
        let mut results = Vec::with_capacity(signature.results.len());
        for (index, shape) in signature.results.iter().enumerate() {
            let donated = self.aliases().iter().find_map(|(result, argument)| {
                let argument = arguments.get(*argument).filter(|_| *result == index)?;
                let may_overwrite = argument.donated && !argument.buffer.memory().is_external();
                may_overwrite.then(|| argument.buffer.clone())
            });
            results.push(match donated {
                Some(buffer) => buffer,
                None => stream.executor().allocate(byte_size(shape)?)?,
            });
        }
        let buffers: Vec<_> = arguments.iter().map(|argument| argument.buffer.clone()).collect();
        self.run_into(stream, &buffers, &results, options)?;
        Ok(results)
    }

    /// Returns the interface for running a program with dynamic shapes, or `None` if all shapes
    /// are static.
    ///
    /// The [signature](Self::signature) of a dynamic executable has neither arguments nor results.
    /// Such an executable cannot run on buffers.
    fn as_dynamic(&self) -> Option<&dyn DynamicExecutable> {
        None
    }

    /// Returns the memory that a run needs on the device.
    fn memory_analysis(&self) -> MemoryAnalysis;

    /// Returns an estimate of the cost of a run, if the backend supports estimates.
    fn cost_analysis(&self) -> Option<CostAnalysis> {
        None
    }

    /// Returns the profile if the program was compiled with [`CompileOptions::profile`].
    ///
    /// [`CompileOptions::profile`]: super::CompileOptions::profile
    fn profile(&self) -> Option<Arc<Profile>> {
        None
    }

    /// Returns the memory plan if the program was compiled with [`CompileOptions::memory_plan`].
    ///
    /// [`CompileOptions::memory_plan`]: super::CompileOptions::memory_plan
    fn memory_plan(&self) -> Option<Arc<MemoryPlan>> {
        None
    }

    /// Returns the steps of the host in a run, or `None` if the device is the host or the platform
    /// does not support such reports.
    fn host_report(&self) -> Option<HostReport> {
        None
    }

    /// Returns the compilation stages with their durations, in order: the levels of the lowering
    /// by name, and the stages before and after them.
    fn stages(&self) -> &[Stage];

    /// Serializes the executable for [`Compiler::load`](super::Compiler::load).
    ///
    /// # Errors
    /// A platform that does not serialize returns [`Error::Unsupported`].
    fn serialize(&self) -> Result<Vec<u8>, Error>;
}

/// A program with arguments or results of dynamic shape, which runs on literals.
pub trait DynamicExecutable {
    /// Returns the name of the entry function and the types of its arguments and results, which may
    /// have dynamic dimensions.
    fn dynamic_signature(&self) -> &Signature<TensorSpec>;

    /// Runs the program on literals.
    ///
    /// # Errors
    /// Fails if the arguments do not have the program's types, or if the run fails.
    fn run_on_literals(&self, arguments: Vec<Literal>) -> Result<Vec<Literal>, Error>;
}

/// An argument of a run.
#[derive(Clone, Debug)]
pub struct Argument {
    /// The buffer that holds the value of the argument.
    pub buffer: DeviceBuffer,
    /// Whether the run may overwrite the buffer.
    pub donated: bool,
}

impl From<DeviceBuffer> for Argument {
    fn from(buffer: DeviceBuffer) -> Self {
        Self { buffer, donated: false }
    }
}

/// The resources and the identity of a run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The threads that share the work of a run on the host; `None` to use only the calling thread.
    /// Devices other than the host ignore this field.
    pub threads: Option<Arc<dyn Threads>>,
    /// The participant of the device mesh that this run represents; `None` if the program runs
    /// alone.
    pub participant: Option<Arc<Membership>>,
}

/// Threads that share tasks. The calling thread is one of them.
pub trait Threads: Debug + Send + Sync {
    /// Returns the number of threads that share the tasks, including the calling thread.
    fn count(&self) -> usize;

    /// Calls `body` on all threads with disjoint ranges that cover `0..tasks`.
    ///
    /// Returns when all tasks are complete. May be called from within `body`.
    fn parallel_for(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync));
}

/// The memory that a run needs on the device, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryAnalysis {
    /// Total size of all arguments.
    pub argument_bytes: usize,
    /// Total size of all results.
    pub result_bytes: usize,
    /// Size of the results that take the memory of donated arguments.
    pub alias_bytes: usize,
    /// Size of the arena that holds all temporaries of a run.
    pub arena_bytes: usize,
    /// Size of the memory that runtime calls keep between runs, such as the scratch buffers of
    /// Fourier transforms. Memory that custom calls of a user allocate is not included.
    pub runtime_bytes: usize,
    /// Total size of the constants that the code refers to.
    pub constant_bytes: usize,
    /// Size of the machine code.
    pub code_bytes: usize,
}

impl MemoryAnalysis {
    /// Returns the sizes of the arguments and results of a program that needs no other memory. A
    /// total that overflows is [`usize::MAX`].
    pub fn of(signature: &Signature) -> Self {
        let total = |shapes: &[Shape]| {
            shapes.iter().filter_map(Shape::byte_size).fold(0, usize::saturating_add)
        };
        Self {
            argument_bytes: total(&signature.arguments),
            result_bytes: total(&signature.results),
            ..Self::default()
        }
    }

    /// Returns the size of all temporary memory: the arena, and the memory of runtime calls.
    pub fn temporary_bytes(&self) -> usize {
        self.arena_bytes + self.runtime_bytes
    }
}

/// An estimate of the cost of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CostAnalysis {
    /// Number of arithmetic operations on floats in a run.
    pub flops: f64,
    /// Number of evaluations of exponentials, logarithms and other transcendental functions.
    pub transcendentals: f64,
    /// Number of bytes that a run reads and writes.
    pub bytes_accessed: f64,
}

/// A stage of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The stage's name: a level (`hlo`, `linalg`, `loops`, `buffers`, `target`), `verify`, or a
    /// stage before or after the levels. The stages before the levels are `parse` and `specialize`.
    /// The stages after the levels are, for example, `translate` (to LLVM IR), `optimize`,
    /// `codegen` (instruction selection and emission of objects), and `load`.
    pub name: String,
    /// The duration of the stage.
    pub duration: Duration,
}

impl Stage {
    /// Creates a stage from its name and duration.
    pub fn new(name: impl Into<String>, duration: Duration) -> Self {
        Self { name: name.into(), duration }
    }
}

fn check_arguments(signature: &Signature, arguments: &[Argument]) -> Result<(), Error> {
    let Signature { name, arguments: shapes, .. } = signature;
    if arguments.len() != shapes.len() {
        let (takes, given) = (shapes.len(), arguments.len());
        return Err(Error::invalid(format!("`{name}`: expected {takes} arguments, found {given}")));
    }
    for (index, (shape, argument)) in shapes.iter().zip(arguments).enumerate() {
        let (takes, given) = (byte_size(shape)?, argument.buffer.byte_size());
        if takes != given {
            return Err(Error::invalid(format!(
                "argument {index} of `{name}`: expected a buffer of {takes} bytes for {shape}, \
                 found {given}"
            )));
        }
    }
    Ok(())
}

/// Checks the buffers for [`Executable::run_into`].
///
/// # Errors
/// Fails if the number or the size of the buffers differs from the shapes. Also fails if a result
/// is an external buffer, or overlaps a buffer that is not listed as its alias.
pub fn check_buffers(
    executable: &dyn Executable,
    arguments: &[DeviceBuffer],
    results: &[DeviceBuffer],
) -> Result<(), Error> {
    let signature = executable.signature();
    signature.check_sizes("argument", &signature.arguments, arguments)?;
    signature.check_sizes("result", &signature.results, results)?;
    for (index, result) in results.iter().enumerate() {
        if result.memory().is_external() {
            return Err(Error::invalid(format!(
                "result {index}: expected a writable buffer, found a read-only external buffer"
            )));
        }
        let may_share = |number: usize, argument: &DeviceBuffer| {
            executable.aliases().contains(&(index, number)) && result.range() == argument.range()
        };
        let mut arguments = arguments.iter().enumerate();
        if arguments.any(|(number, other)| result.overlaps(other) && !may_share(number, other))
            || results[..index].iter().any(|other| result.overlaps(other))
        {
            return Err(Error::invalid(format!(
                "result {index} shares memory with an argument or another result"
            )));
        }
    }
    Ok(())
}

fn byte_size(shape: &Shape) -> Result<usize, Error> {
    shape
        .byte_size()
        .ok_or_else(|| Error::invalid(format!("{shape} is larger than the address space")))
}
