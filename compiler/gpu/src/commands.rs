// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The commands of a plan on a stream.

use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Kernel, KernelArgument, LaunchDimensions, RunOptions, Stream,
};
use hloom_compiler::runtime::{CallContext, RuntimeCalls};
use hloom_launch_plan::{Commands, Plan};
use hloom_values::AlignedBytes;
use std::sync::{Arc, mpsc};

/// The stream of a run, with the plan, the kernels and the runtime calls of the program.
pub struct StreamCommands<'a> {
    pub stream: &'a mut dyn Stream,
    pub plan: &'a Plan,
    pub kernels: &'a [Arc<dyn Kernel>],
    pub calls: &'a RuntimeCalls,
    pub options: &'a RunOptions,
}

/// Waits for a stream, and returns the bytes of a buffer.
///
/// # Errors
/// Returns the failure of the stream.
pub fn read(stream: &mut dyn Stream, buffer: &DeviceBuffer) -> Result<AlignedBytes, Error> {
    let (sender, receiver) = mpsc::channel();
    let receive = move |bytes| {
        // Sending fails only if the wait below has failed and dropped the receiver.
        let _ = sender.send(bytes);
    };
    stream.copy_to_host(buffer, Box::new(receive))?;
    stream.synchronize()?;
    let dropped = |_| Error::Internal("the stream discarded a copy to the host".to_owned());
    receiver.recv().map_err(dropped)?
}

impl Commands for StreamCommands<'_> {
    type Buffer = DeviceBuffer;
    type Error = Error;

    fn part(&self, buffer: &DeviceBuffer, offset: u64, bytes: u64) -> Result<DeviceBuffer, Error> {
        let (offset, bytes) = (offset as usize, bytes as usize);
        buffer.slice(offset..offset + bytes).ok_or_else(|| {
            let size = buffer.byte_size();
            let range = format!("{bytes} bytes at offset {offset} of a buffer of {size}");
            Error::Internal(format!("the plan of the program uses {range}"))
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
        let context = CallContext {
            threads: self.options.threads.as_deref(),
            participant: self.options.participant.as_deref(),
        };
        let given: Vec<&[u8]> = operands.iter().map(|bytes| &bytes[..]).collect();
        let mut computed: Vec<&mut [u8]> = copies.iter_mut().map(|bytes| &mut bytes[..]).collect();
        self.calls.run(number, &given, &mut computed, context)?;
        for (copy, result) in copies.into_iter().zip(results) {
            self.stream.copy_from_host(Arc::new(copy), result)?;
        }
        Ok(())
    }

    fn read(&mut self, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        Ok(read(self.stream, buffer)?.to_vec())
    }
}
