// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A segment that runs on the host. Its values are copied from the device to the host and back.

use crate::device::NpuExecutor;
use hloom_compiler::interface::{Argument, DeviceBuffer, Executable, Platform, RunOptions};
use hloom_compiler::{Error, Literal};
use std::sync::Arc;

/// A segment of a program that an executable of the host platform computes.
#[derive(Clone)]
pub struct HostPart {
    platform: Arc<dyn Platform>,
    executable: Arc<dyn Executable>,
}

impl HostPart {
    /// Creates a segment that runs an executable of the platform `platform`.
    pub fn new(platform: Arc<dyn Platform>, executable: Box<dyn Executable>) -> HostPart {
        HostPart { platform, executable: executable.into() }
    }

    /// Runs the segment on the host with inputs and outputs in device memory, and returns when the
    /// outputs are written.
    ///
    /// # Errors
    /// Fails if a copy between device and host fails, or if the executable fails.
    pub fn run(
        &self,
        device: &NpuExecutor,
        inputs: &[DeviceBuffer],
        outputs: &[DeviceBuffer],
        options: &RunOptions,
    ) -> Result<(), Error> {
        let transfers = self.platform.transfer_manager();
        let mut stream = self.platform.device(0)?.create_stream()?;
        let mut arguments = Vec::with_capacity(inputs.len());
        for (buffer, shape) in inputs.iter().zip(&self.executable.signature().arguments) {
            let literal = Literal::from_bytes(shape.clone(), &device.read(buffer)?)?;
            arguments.push(Argument::from(transfers.to_device(&mut *stream, &literal)?));
        }
        let results = self.executable.run(&mut *stream, &arguments, options)?;
        for ((result, shape), buffer) in
            results.iter().zip(&self.executable.signature().results).zip(outputs)
        {
            let literal = transfers.to_host(&mut *stream, result, shape)?;
            device.write(buffer, literal.bytes())?;
        }
        stream.synchronize()
    }
}
