// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs of a program that a plugin has compiled.
//!
//! The caller creates the buffer of a result before the run, but a plugin returns new buffers. The
//! buffers of this platform are therefore in host memory, and a run copies arguments to the
//! plugin's device and results back.

use crate::failure::IntoError;
use hloom_compiler::interface::{
    DeviceBuffer, Executable, HostTransfers, MemoryAnalysis, RunOptions, Signature, Stage, Stream,
    TransferManager, check_buffers,
};
use hloom_compiler::{Error, Literal, Shape};
use hloom_run::pjrt::{Buffer, Client, ClientDevice, Failure, LoadedExecutable};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A program that a plugin has compiled.
pub struct PjrtExecutable {
    platform: &'static str,
    client: Arc<Client>,
    device: ClientDevice,
    executable: LoadedExecutable,
    signature: Signature,
    /// For each argument, the value that the argument must have because the compiler used this
    /// value to compute sizes; `None` if it may have any value.
    values: Vec<Option<i64>>,
    stages: Vec<Stage>,
}

impl PjrtExecutable {
    /// Creates an executable from the program that the plugin compiled and the properties of the
    /// source program.
    ///
    /// # Errors
    /// Fails if the compiled program has another number of results than the source program.
    pub fn new(
        platform: &'static str,
        client: Arc<Client>,
        device: ClientDevice,
        executable: LoadedExecutable,
        signature: Signature,
        values: Vec<Option<i64>>,
        stages: Vec<Stage>,
    ) -> Result<Self, Error> {
        let (expected, found) = (signature.results.len(), executable.num_outputs());
        if expected != found {
            let message =
                format!("expected the plugin to declare {expected} results, found {found}");
            return Err(Failure::breach("ExecutableNumOutputs", message).of_platform(platform));
        }
        Ok(Self { platform, client, device, executable, signature, values, stages })
    }

    /// Copies the arguments of a run to literals, and checks the values of the arguments that the
    /// compiler used to compute sizes.
    fn literals(
        &self,
        stream: &mut dyn Stream,
        buffers: &[DeviceBuffer],
    ) -> Result<Vec<Literal>, Error> {
        let transfers = self.transfers();
        let arguments = buffers.iter().zip(&self.signature.arguments).enumerate();
        arguments
            .map(|(index, (buffer, shape))| {
                let literal = transfers.to_host(stream, buffer, shape)?;
                if let Some(value) = self.values.get(index).copied().flatten() {
                    self.signature.check_value(index, value, &literal)?;
                }
                Ok(literal)
            })
            .collect()
    }

    fn transfers(&self) -> HostTransfers {
        HostTransfers { platform: self.platform }
    }

    fn run(&self, arguments: &[Literal]) -> Result<Vec<AlignedBytes>, Failure> {
        let arguments = arguments.iter();
        let buffer =
            |it: &Literal| Buffer::from_bytes(&self.client, self.device, it.shape(), it.bytes());
        let arguments: Result<Vec<_>, _> = arguments.map(buffer).collect();
        let outputs = self.executable.execute(&arguments?)?;
        let outputs = outputs.iter().zip(&self.signature.results).enumerate();
        outputs.map(|(number, (output, shape))| read(number, output, shape)).collect()
    }
}

/// Reads result `number` from its buffer, and checks that it has the type that the program states.
fn read(number: usize, output: &Buffer, shape: &Shape) -> Result<AlignedBytes, Failure> {
    let found = output.shape()?;
    if found != *shape {
        let message =
            format!("result {number}: expected the plugin to return {shape}, found {found}");
        return Err(Failure::breach("LoadedExecutableExecute", message));
    }
    let mut bytes = output.read(shape)?;
    shape.element_type.clear_unused_bits(&mut bytes);
    Ok(bytes)
}

impl Executable for PjrtExecutable {
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
        check_buffers(self, arguments, results)?;
        if options.participant.is_some() {
            return Err(Error::unsupported(self.platform, "device meshes"));
        }
        let arguments = self.literals(stream, arguments)?;
        let computed = self.run(&arguments).map_err(|it| it.of_platform(self.platform))?;
        let results = results.iter().zip(&self.signature.results);
        for (mut bytes, (buffer, shape)) in computed.into_iter().zip(results) {
            self.transfers().encode(shape.element_type, &mut bytes);
            stream.copy_from_host(Arc::new(bytes), buffer)?;
        }
        Ok(())
    }

    fn memory_analysis(&self) -> MemoryAnalysis {
        MemoryAnalysis::of(&self.signature)
    }

    fn stages(&self) -> &[Stage] {
        &self.stages
    }

    fn serialize(&self) -> Result<Vec<u8>, Error> {
        Err(Error::unsupported(self.platform, "serializing executables"))
    }
}
