// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executes the commands of a launch plan on a stream of a GPU.

use crate::host_functions::HostFunctions;
use hloom_launch_plan::{Commands, Plan};
use hloom_stream_executor::{
    DeviceBuffer, Error, Kernel, KernelArgument, LaunchDimensions, Stream, read,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// The state of a run: its stream, and the program's plan, kernels and host functions.
pub struct StreamCommands<'a> {
    pub stream: &'a mut dyn Stream,
    pub plan: &'a Plan,
    pub kernels: &'a [Arc<dyn Kernel>],
    pub functions: &'a dyn HostFunctions,
}

impl Commands for StreamCommands<'_> {
    type Buffer = DeviceBuffer;
    type Error = Error;

    fn part(&self, buffer: &DeviceBuffer, offset: u64, bytes: u64) -> Result<DeviceBuffer, Error> {
        let (offset, bytes) = (offset as usize, bytes as usize);
        buffer.slice(offset..offset + bytes).ok_or_else(|| {
            let size = buffer.byte_size();
            let range = format!("{bytes} bytes at offset {offset} of a buffer of {size} bytes");
            Error::Internal(format!("the launch plan exceeds a buffer: it uses {range}"))
        })
    }

    fn launch(&mut self, kernel: usize, arguments: &[DeviceBuffer]) -> Result<(), Error> {
        let description = &self.plan.kernels[kernel];
        let dimensions = LaunchDimensions {
            groups: description.blocks,
            threads: description.threads,
            shared_bytes: description.shared_bytes,
        };
        let arguments: Vec<_> = arguments.iter().cloned().map(KernelArgument::Buffer).collect();
        self.stream.launch(&self.kernels[kernel], dimensions, &arguments)
    }

    fn copy(&mut self, source: &DeviceBuffer, destination: &DeviceBuffer) -> Result<(), Error> {
        self.stream.copy_on_device(source, destination)
    }

    fn call(
        &mut self,
        number: usize,
        operands: &[DeviceBuffer],
        results: &[DeviceBuffer],
    ) -> Result<(), Error> {
        let operands: Vec<_> =
            operands.iter().map(|operand| read(self.stream, operand)).collect::<Result<_, _>>()?;
        let out_of_memory = |buffer: &DeviceBuffer| Error::OutOfMemory {
            bytes: buffer.byte_size(),
            what: "a result of a call on the host".to_owned(),
        };
        let mut copies: Vec<_> = results
            .iter()
            .map(|it| AlignedBytes::try_zeroed(it.byte_size()).ok_or_else(|| out_of_memory(it)))
            .collect::<Result<_, _>>()?;
        let given: Vec<&[u8]> = operands.iter().map(|bytes| &bytes[..]).collect();
        let mut computed: Vec<&mut [u8]> = copies.iter_mut().map(|bytes| &mut bytes[..]).collect();
        self.functions.call(number, &given, &mut computed)?;
        for (copy, result) in copies.into_iter().zip(results) {
            self.stream.copy_from_host(Arc::new(copy), result)?;
        }
        Ok(())
    }

    fn read(&mut self, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        Ok(read(self.stream, buffer)?.to_vec())
    }
}
