// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executables, which the evaluator runs.

use super::platform::NAME;
use hloom_compiler::interface::{
    DeviceBuffer, DynamicExecutable, Executable, MemoryAnalysis, RunOptions, Stage, Stream,
};
use hloom_compiler::{Error, Literal, Shape, serialized};
use hloom_evaluator::{Host, Membership, Program, Queues, TensorSpec, Type, Value};
use hloom_values::AlignedBytes;
use std::sync::{Arc, mpsc};

/// A program decoded for the evaluator.
#[derive(Debug)]
pub struct InterpreterExecutable {
    source: hloom_compiler::Program,
    program: Arc<Program>,
    entry: String,
    queues: Arc<Queues>,
    argument_types: Vec<TensorSpec>,
    result_types: Vec<TensorSpec>,
    /// The shapes of arguments and results; empty if any of their types is dynamic.
    argument_shapes: Vec<Shape>,
    result_shapes: Vec<Shape>,
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
        queues: Arc<Queues>,
        stages: Vec<Stage>,
    ) -> Result<Self, Error> {
        let entry = source.entry().unwrap_or_default().to_owned();
        let function = program
            .function(&entry)
            .ok_or_else(|| Error::Internal(format!("`@{entry}` was not decoded")))?;
        let tensors = |what: &str, types: &[Type]| {
            let tensor = |(index, ty): (usize, &Type)| match ty {
                Type::Tensor(tensor) => Ok(tensor.clone()),
                _ => Err(format!("{what} {index} of the entry function: expected a tensor")),
            };
            types.iter().enumerate().map(tensor).collect::<Result<Vec<_>, _>>().map_err(|reason| {
                Error::Program(match function.location.as_str() {
                    "" => format!("error: {reason}"),
                    place => format!("{place}: error: {reason}"),
                })
            })
        };
        let argument_types = tensors("argument", &function.arguments)?;
        let result_types = tensors("result", &function.results)?;
        let shapes = |types: &[TensorSpec]| {
            types.iter().map(|ty| ty.static_shape().ok()).collect::<Option<Vec<_>>>()
        };
        let known = shapes(&argument_types).zip(shapes(&result_types));
        let (argument_shapes, result_shapes) = known.unwrap_or_default();
        Ok(Self {
            source,
            program: Arc::new(program),
            entry,
            queues,
            argument_types,
            result_types,
            argument_shapes,
            result_shapes,
            stages,
        })
    }

    /// Copies buffers to the host and waits for the copies.
    fn literals(
        &self,
        stream: &mut dyn Stream,
        buffers: &[DeviceBuffer],
    ) -> Result<Vec<Literal>, Error> {
        let mut literals = Vec::with_capacity(buffers.len());
        for (shape, buffer) in self.argument_shapes.iter().zip(buffers) {
            let (sender, receiver) = mpsc::channel();
            // Sending fails only if the wait has failed and dropped the receiver.
            stream.copy_to_host(buffer, Box::new(move |bytes| drop(sender.send(bytes))))?;
            stream.synchronize()?;
            let bytes: AlignedBytes = receiver
                .recv()
                .map_err(|_| Error::Internal("a copy to the host was dropped".to_owned()))??;
            literals.push(Literal::from_aligned_bytes(shape.clone(), bytes)?);
        }
        Ok(literals)
    }
}

impl InterpreterExecutable {
    /// Evaluates the program, as a participant of a device mesh or alone, and returns its results.
    fn evaluate(
        &self,
        arguments: Vec<Literal>,
        participant: Option<&Membership>,
    ) -> Result<Vec<Literal>, Error> {
        let arguments = arguments.into_iter().map(Value::from).collect();
        let results = match participant {
            Some(participant) => self.program.evaluate_in(participant, &self.entry, arguments)?,
            None => {
                let host = Arc::new(Host::default().with_queues(self.queues.clone()));
                self.program.evaluate_on(&host, &self.entry, arguments)?
            }
        };
        Ok(results.into_iter().map(Value::into_tensor).collect::<Result<_, _>>()?)
    }
}

impl Executable for InterpreterExecutable {
    fn name(&self) -> &str {
        &self.entry
    }

    fn argument_shapes(&self) -> &[Shape] {
        &self.argument_shapes
    }

    fn result_shapes(&self) -> &[Shape] {
        &self.result_shapes
    }

    fn run_into(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
        results: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        if self.as_dynamic().is_some() {
            let name = &self.entry;
            return Err(Error::invalid(format!(
                "`{name}`: expected static shapes to run on buffers, found dynamic ones"
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
        let mut types = self.argument_types.iter().chain(&self.result_types);
        types.any(|ty| ty.static_dims().is_err()).then_some(self)
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        let total = |shapes: &[Shape]| shapes.iter().filter_map(Shape::byte_size).sum();
        MemoryAnalysis {
            argument_bytes: total(&self.argument_shapes),
            result_bytes: total(&self.result_shapes),
            ..MemoryAnalysis::default()
        }
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        serialized::seal(NAME, &(self.source.name(), self.source.source(), &self.entry))
    }
}

impl DynamicExecutable for InterpreterExecutable {
    fn argument_types(&self) -> &[TensorSpec] {
        &self.argument_types
    }

    fn result_types(&self) -> &[TensorSpec] {
        &self.result_types
    }

    fn run_on_literals(&self, arguments: Vec<Literal>) -> Result<Vec<Literal>, Error> {
        self.evaluate(arguments, None)
    }
}
