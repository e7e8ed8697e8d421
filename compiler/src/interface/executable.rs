// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs.

use super::{DeviceBuffer, Stream};
use crate::Error;
use crate::literal::{Literal, Shape};
use hloom_evaluator::{Membership, TensorSpec};
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A program compiled for a device. It may be run from several threads at once.
pub trait Executable: Send + Sync {
    /// The entry function's name.
    fn name(&self) -> &str;

    /// The types of the arguments, in the order of the entry's parameters.
    fn argument_shapes(&self) -> &[Shape];

    /// The types of the results.
    fn result_shapes(&self) -> &[Shape];

    /// Enqueues a run that reads `arguments` and writes `results`, device
    /// buffers of the sizes that the shapes have.
    ///
    /// A result may share its buffer with an argument only if
    /// [`Executable::aliases`] lists the pair; the argument's value is lost.
    /// Callers check shapes and counts (see [`Executable::run`]).
    ///
    /// # Errors
    /// If the run cannot be enqueued. What fails later is an error of the
    /// stream, see [`Stream::synchronize`].
    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error>;

    /// Pairs of a result and an argument that may share a buffer: where the
    /// argument is donated, the result takes its place.
    fn aliases(&self) -> &[(usize, usize)] {
        &[]
    }

    /// Enqueues a run and returns the buffers that its results will be in:
    /// donated arguments' where the executable can reuse them, else new ones.
    ///
    /// # Errors
    /// If arguments are too few, too many or of the wrong size; if there is no
    /// memory for the results; if the run cannot be enqueued.
    fn run(
        &self,
        stream: &mut dyn Stream,
        arguments: &[Argument],
        options: &RunOptions,
    ) -> Result<Vec<DeviceBuffer>, Error> {
        check_arguments(self.name(), self.argument_shapes(), arguments)?;
        let mut results = Vec::with_capacity(self.result_shapes().len());
        for (index, shape) in self.result_shapes().iter().enumerate() {
            let donated = self.aliases().iter().find_map(|(result, argument)| {
                let argument = arguments.get(*argument).filter(|_| *result == index)?;
                let may_overwrite = argument.donated && !argument.buffer.memory().is_lent();
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

    /// The way to run a program whose sizes are known only when it runs. Such an
    /// executable has no shapes, and no buffers can be made for it.
    fn as_dynamic(&self) -> Option<&dyn DynamicExecutable> {
        None
    }

    /// What a run needs of the device's memory.
    fn memory_analysis(&self) -> MemoryAnalysis;

    /// An estimate of what a run costs, if the backend makes one.
    fn cost_analysis(&self) -> Option<CostAnalysis> {
        None
    }

    /// How long each stage of the compilation took, in order: the levels of
    /// the lowering by name, and what came before and after them.
    fn stages(&self) -> &[Stage];

    /// The executable as bytes that [`Compiler::load`](super::Compiler::load)
    /// takes.
    ///
    /// # Errors
    /// [`Error::Unsupported`] from a platform that does not serialize.
    fn serialize(&self) -> Result<Vec<u8>, Error>;
}

/// A program with arguments or results of dynamic shape.
pub trait DynamicExecutable {
    /// What is known of the types of the arguments.
    fn argument_types(&self) -> &[TensorSpec];

    /// What is known of the types of the results.
    fn result_types(&self) -> &[TensorSpec];

    /// Runs the program on values of the host.
    ///
    /// # Errors
    /// If the arguments are not of the program's types; what fails in the run.
    fn run_on_literals(&self, arguments: Vec<Literal>) -> Result<Vec<Literal>, Error>;
}

/// A buffer given to a run.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Where the value is.
    pub buffer: DeviceBuffer,
    /// Whether the run may overwrite it.
    pub donated: bool,
}

impl From<DeviceBuffer> for Argument {
    fn from(buffer: DeviceBuffer) -> Self {
        Self { buffer, donated: false }
    }
}

/// What a run may use.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The threads that share the work of a run on the host; nothing for the
    /// calling thread alone. Other devices do not mind it.
    pub threads: Option<Arc<dyn Threads>>,
    /// The process that the run is, of those that run the program together; nothing if it is
    /// alone.
    pub process: Option<Arc<Membership>>,
}

/// Threads that share tasks. The calling thread is one of them.
pub trait Threads: Debug + Send + Sync {
    /// The number of threads.
    fn count(&self) -> usize;

    /// Calls `body` with ranges that together are `0..tasks`, each task in one
    /// of them, on all threads at once; returns when all are done. May be
    /// called from within `body`.
    fn parallel_for(&self, tasks: usize, body: &(dyn Fn(Range<usize>) + Sync));
}

/// What a run needs of the device's memory, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryAnalysis {
    /// All arguments.
    pub argument_bytes: usize,
    /// All results.
    pub result_bytes: usize,
    /// The results that take the memory of arguments which are donated.
    pub alias_bytes: usize,
    /// The arena in which all temporaries of a run live.
    pub arena_bytes: usize,
    /// The constants the code refers to.
    pub constant_bytes: usize,
    /// The machine code.
    pub code_bytes: usize,
}

/// An estimate of what a run costs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CostAnalysis {
    /// Arithmetic operations on floats.
    pub flops: f64,
    /// Evaluations of exponentials, logarithms and the like.
    pub transcendentals: f64,
    /// Bytes read and written.
    pub bytes_accessed: f64,
}

/// A stage of a compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its name: a level (`hlo`, `linalg`, `loops`, `buffers`, `target`), or
    /// what comes before (`parse`) and after (`native`).
    pub name: String,
    /// How long it took.
    pub duration: Duration,
}

impl Stage {
    /// A stage and how long it took.
    pub fn new(name: impl Into<String>, duration: Duration) -> Self {
        Self { name: name.into(), duration }
    }
}

fn check_arguments(name: &str, shapes: &[Shape], arguments: &[Argument]) -> Result<(), Error> {
    if arguments.len() != shapes.len() {
        let (takes, given) = (shapes.len(), arguments.len());
        return Err(Error::invalid(format!("`{name}` takes {takes} arguments, {given} are given")));
    }
    for (index, (shape, argument)) in shapes.iter().zip(arguments).enumerate() {
        let (takes, given) = (byte_size(shape)?, argument.buffer.byte_size());
        if takes != given {
            return Err(Error::invalid(format!(
                "argument {index} of `{name}` is a {shape} of {takes} bytes, the buffer has {given}"
            )));
        }
    }
    Ok(())
}

/// Refuses buffers for [`Executable::run_into`] that are too few, too many or of other sizes
/// than the shapes, and results that share memory with what they may not.
///
/// # Errors
/// What is wrong with them.
pub fn check_buffers(
    executable: &dyn Executable,
    arguments: &[DeviceBuffer],
    results: &[DeviceBuffer],
) -> Result<(), Error> {
    let name = executable.name();
    check_sizes(name, "argument", executable.argument_shapes(), arguments)?;
    check_sizes(name, "result", executable.result_shapes(), results)?;
    for (index, result) in results.iter().enumerate() {
        if result.memory().is_lent() {
            return Err(Error::invalid(format!("result {index} is memory that is only lent")));
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

fn check_sizes(
    name: &str,
    what: &str,
    shapes: &[Shape],
    buffers: &[DeviceBuffer],
) -> Result<(), Error> {
    let (takes, given) = (shapes.len(), buffers.len());
    if takes != given {
        return Err(Error::invalid(format!("`{name}` has {takes} {what}s, {given} are given")));
    }
    for (index, (shape, buffer)) in shapes.iter().zip(buffers).enumerate() {
        let given = buffer.byte_size();
        if shape.byte_size() != Some(given) {
            let message = format!("{what} {index} is a {shape}, the buffer has {given} bytes");
            return Err(Error::invalid(message));
        }
    }
    Ok(())
}

fn byte_size(shape: &Shape) -> Result<usize, Error> {
    shape
        .byte_size()
        .ok_or_else(|| Error::invalid(format!("{shape} is larger than the address space")))
}
