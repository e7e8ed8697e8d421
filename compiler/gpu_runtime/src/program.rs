// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs, and programs that are loaded on a device.

use crate::commands::StreamCommands;
use crate::host_functions::HostFunctions;
use hloom_launch_plan::{Buffers, Plan, run};
use hloom_stream_executor::{DeviceBuffer, Error, Kernel, Signature, Stream, StreamExecutor, read};
use hloom_values::{AlignedBytes, Literal};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A program that was compiled for GPUs.
#[derive(Debug, Serialize, Deserialize)]
pub struct GpuProgram {
    /// The name of the entry function and the types of its arguments and results.
    pub signature: Signature,
    /// The values that arguments must have because the code was specialized for them; `None` for
    /// any value.
    pub values: Vec<Option<i64>>,
    /// The operations that the host executes, in the order of their numbers.
    pub calls: Vec<String>,
    /// The indices of each result that takes the memory of an argument, and of that argument.
    pub aliases: Vec<(usize, usize)>,
    /// The host program.
    pub plan: Plan,
    /// The code of the kernels.
    pub code: Vec<u8>,
}

/// The buffers of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunBuffers<'a> {
    /// The arguments.
    pub arguments: &'a [DeviceBuffer],
    /// The results.
    pub results: &'a [DeviceBuffer],
}

/// A program that is loaded on a device.
pub struct LoadedProgram {
    program: Arc<GpuProgram>,
    kernels: Vec<Arc<dyn Kernel>>,
    constants: Vec<DeviceBuffer>,
}

impl LoadedProgram {
    /// Loads a program on a device.
    ///
    /// # Errors
    /// Fails if the device cannot load the code, or has too little memory for the constants.
    pub fn new(program: &Arc<GpuProgram>, device: &dyn StreamExecutor) -> Result<Self, Error> {
        let names: Vec<_> = program.plan.kernels.iter().map(|kernel| &*kernel.name).collect();
        let kernels = device.load_kernels(&program.code, &names)?;
        let mut stream = device.create_stream()?;
        let mut constants = Vec::new();
        for constant in &program.plan.constants {
            let buffer = device.allocate(constant.len())?;
            let copy = AlignedBytes::try_copy_of(constant).ok_or_else(|| Error::OutOfMemory {
                bytes: constant.len(),
                what: "a constant".to_owned(),
            })?;
            stream.copy_from_host(Arc::new(copy), &buffer)?;
            constants.push(buffer);
        }
        stream.synchronize()?;
        Ok(Self { program: Arc::clone(program), kernels, constants })
    }

    /// Returns the program.
    pub fn program(&self) -> &GpuProgram {
        &self.program
    }

    /// Enqueues a run on a stream of the device on which the program is loaded.
    ///
    /// # Errors
    /// Fails if the number or the size of the buffers differs from the signature, if an argument lacks a
    /// value for which the program was compiled, if the arena cannot be allocated, or if an operation of
    /// the host fails. Later failures are those of the stream.
    pub fn run(
        &self,
        stream: &mut dyn Stream,
        buffers: RunBuffers,
        functions: &dyn HostFunctions,
    ) -> Result<(), Error> {
        let RunBuffers { arguments, results } = buffers;
        let program = &*self.program;
        program.signature.check_sizes("argument", &program.signature.arguments, arguments)?;
        program.signature.check_sizes("result", &program.signature.results, results)?;
        program.check_values(stream, arguments)?;
        for (result, argument) in &program.aliases {
            let (result, argument) = (&results[*result], &arguments[*argument]);
            if !result.overlaps(argument) {
                stream.copy_on_device(argument, result)?;
            }
        }
        let plan = &program.plan;
        let arena = stream.executor().allocate(plan.arena_bytes as usize)?;
        let buffers = Buffers { arguments, results, arena: &arena, constants: &self.constants };
        run(plan, buffers, &mut StreamCommands { stream, plan, kernels: &self.kernels, functions })
    }
}

impl GpuProgram {
    /// Checks that arguments have the values for which the program was compiled.
    fn check_values(
        &self,
        stream: &mut dyn Stream,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error> {
        let expected = self.values.iter().zip(arguments).zip(&self.signature.arguments);
        for (index, ((value, buffer), shape)) in expected.enumerate() {
            let Some(value) = value else { continue };
            let given = Literal::from_bytes(shape.clone(), &read(stream, buffer)?)?;
            self.signature.check_value(index, *value, &given)?;
        }
        Ok(())
    }
}
