// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiled programs, and programs that are loaded on a device.

use crate::commands::StreamCommands;
use crate::host_functions::HostFunctions;
use hloom_launch_plan::{Buffers, Plan, run};
use hloom_stream_executor::{DeviceBuffer, Error, Kernel, Signature, Stream, StreamExecutor, read};
use hloom_values::{AlignedBytes, Literal};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A program that was compiled for GPUs: its launch plan, the code of its kernels, and its
/// interface.
#[derive(Debug, Serialize, Deserialize)]
pub struct GpuProgram {
    /// The name of the entry function and the types of its arguments and results.
    pub signature: Signature,
    /// For each argument, the value for which the code was specialized and which the argument must
    /// have, or `None` if any value is allowed.
    pub values: Vec<Option<i64>>,
    /// The descriptions of the operations that the host executes. The number of a runtime call in
    /// the plan is an index of this list.
    pub calls: Vec<String>,
    /// The results that may use the memory of an argument: pairs of the index of the result and the
    /// index of the argument.
    pub aliases: Vec<(usize, usize)>,
    /// The launch plan, which describes the steps of the host program.
    pub plan: Plan,
    /// The code of all kernels in the format that the device loads.
    pub code: Vec<u8>,
}

/// The device buffers of the arguments and results of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunBuffers<'a> {
    /// The buffers of the arguments, in the order of the signature.
    pub arguments: &'a [DeviceBuffer],
    /// The buffers of the results, in the order of the signature.
    pub results: &'a [DeviceBuffer],
}

/// A program that is loaded on a device, with its kernels and the device buffers of its constants.
pub struct LoadedProgram {
    program: Arc<GpuProgram>,
    kernels: Vec<Arc<dyn Kernel>>,
    constants: Vec<DeviceBuffer>,
}

impl LoadedProgram {
    /// Loads the kernels of a program on a device, and copies the program's constants to the
    /// device.
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

    /// Returns the program that is loaded.
    pub fn program(&self) -> &GpuProgram {
        &self.program
    }

    /// Enqueues a run on a stream of the device on which the program is loaded.
    ///
    /// # Errors
    /// Fails if the number or a size of the buffers differs from the signature, or if an argument
    /// does not have the value for which the program was specialized. Also fails if the arena
    /// cannot be allocated, or if an operation on the host fails. The stream reports errors that
    /// occur later.
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
    /// Reads the arguments for whose values the program was specialized, and checks that they have
    /// these values.
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
