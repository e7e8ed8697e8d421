// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables of the interpreter, which the evaluator runs.

use super::platform::{InterpreterTransferManager, NAME};
use hloom_compiler::host::HostFeeds;
use hloom_compiler::interface::{
    DeviceBuffer, DynamicExecutable, Executable, MemoryAnalysis, RunOptions, Signature, Stage,
    Stream, TransferManager,
};
use hloom_compiler::{Error, Literal, serialized};
use hloom_evaluator::{Host, Membership, Program, TensorSpec, Type, Value};
use std::sync::Arc;

/// A program decoded for the evaluator.
#[derive(Debug)]
pub struct InterpreterExecutable {
    source: hloom_compiler::Program,
    program: Arc<Program>,
    feeds: HostFeeds,
    /// The types of the program's arguments and results, which may have dynamic dimensions.
    types: Signature<TensorSpec>,
    /// The signature if all types are static. Otherwise, a signature with the name of the entry, no
    /// arguments and no results.
    signature: Signature,
    stages: Vec<Stage>,
}

impl InterpreterExecutable {
    /// Creates an executable from a program with a named entry, and from its decoded form.
    ///
    /// # Errors
    /// Fails if a parameter or a result of the entry function is not a tensor.
    pub fn new(
        source: hloom_compiler::Program,
        program: Program,
        feeds: HostFeeds,
        stages: Vec<Stage>,
    ) -> Result<Self, Error> {
        let entry = source.entry().unwrap_or_default().to_owned();
        let function = program.function(&entry).ok_or_else(|| {
            Error::Internal(format!("the decoded program lacks the entry function `@{entry}`"))
        })?;
        let tensors = |what: &str, types: &[Type]| {
            let tensor = |(index, ty): (usize, &Type)| match ty {
                Type::Tensor(tensor) => Ok(tensor.clone()),
                _ => Err(format!(
                    "{what} {index} of the entry function: expected a tensor, found another type"
                )),
            };
            types.iter().enumerate().map(tensor).collect::<Result<Vec<_>, _>>().map_err(|reason| {
                Error::Program(match function.location.as_str() {
                    "" => format!("error: {reason}"),
                    place => format!("{place}: error: {reason}"),
                })
            })
        };
        let types = Signature {
            name: entry.clone(),
            arguments: tensors("argument", &function.arguments)?,
            results: tensors("result", &function.results)?,
        };
        let shapes = |types: &[TensorSpec]| {
            types.iter().map(|ty| ty.static_shape().ok()).collect::<Option<Vec<_>>>()
        };
        let known = shapes(&types.arguments).zip(shapes(&types.results));
        let (arguments, results) = known.unwrap_or_default();
        let signature = Signature { name: entry, arguments, results };
        Ok(Self { source, program: Arc::new(program), feeds, types, signature, stages })
    }

    /// Copies the argument buffers to the host and waits for the copies.
    fn literals(
        &self,
        stream: &mut dyn Stream,
        buffers: &[DeviceBuffer],
    ) -> Result<Vec<Literal>, Error> {
        let transfers = InterpreterTransferManager(self.feeds.clone());
        let arguments = buffers.iter().zip(&self.signature.arguments);
        arguments.map(|(buffer, shape)| transfers.to_host(stream, buffer, shape)).collect()
    }
}

impl InterpreterExecutable {
    /// Evaluates the program and returns its results. With `participant`, the program runs as this
    /// participant of a device mesh; otherwise it runs alone.
    fn evaluate(
        &self,
        arguments: Vec<Literal>,
        participant: Option<&Membership>,
    ) -> Result<Vec<Literal>, Error> {
        let arguments = arguments.into_iter().map(Value::from).collect();
        let results = match participant {
            Some(participant) => {
                self.program.evaluate_in(participant, &self.signature.name, arguments)?
            }
            None => {
                let host = Arc::new(Host::default().with_queues(Arc::clone(self.feeds.queues())));
                self.program.evaluate_on(&host, &self.signature.name, arguments)?
            }
        };
        Ok(results.into_iter().map(Value::into_tensor).collect::<Result<_, _>>()?)
    }
}

impl Executable for InterpreterExecutable {
    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        if self.as_dynamic().is_some() {
            let name = &self.signature.name;
            return Err(Error::invalid(format!(
                "`{name}`: expected static shapes for a run on device buffers, found dynamic shapes"
            )));
        }
        let arguments = self.literals(stream, arguments)?;
        let computed = self.evaluate(arguments, options.participant.as_deref())?;
        for (literal, buffer) in computed.into_iter().zip(results) {
            stream.copy_from_host(Arc::new(literal.into_bytes()), buffer)?;
        }
        Ok(())
    }

    fn as_dynamic(&self) -> Option<&dyn DynamicExecutable> {
        let mut types = self.types.arguments.iter().chain(&self.types.results);
        types.any(|ty| ty.static_dims().is_err()).then_some(self)
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        MemoryAnalysis::of(&self.signature)
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        serialized::seal(NAME, &(self.source.name(), self.source.source(), &self.signature.name))
    }
}

impl DynamicExecutable for InterpreterExecutable {
    fn dynamic_signature(&self) -> &Signature<TensorSpec> {
        &self.types
    }

    fn run_on_literals(&self, arguments: Vec<Literal>) -> Result<Vec<Literal>, Error> {
        self.evaluate(arguments, None)
    }
}
