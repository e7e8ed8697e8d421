// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The queue of a stream. Each command runs when it is submitted, on the thread of the stream.

use super::error::failure;
use super::kernel::NpuKernel;
use super::shared::Shared;
use hloom_compiler::Error;
use hloom_compiler::interface::{DeviceBuffer, KernelArgument};
use hloom_device::DeviceId;
use hloom_device::stream::{Command, Completion, Launch, Queue};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// The command queue of a stream of a device.
pub struct NpuQueue(pub Arc<Shared>);

impl NpuQueue {
    fn run(&self, command: &Command) -> Result<(), Error> {
        match command {
            Command::CopyFromHost { source, destination } => self.0.write(destination, source),
            Command::CopyOnDevice { source, destination } => {
                let dram = &mut self.0.lock().machine.dram;
                let bytes = dram.read(source.address(), source.byte_size() as u64);
                let bytes = bytes.map_err(failure)?.to_vec();
                dram.write(destination.address(), &bytes).map_err(failure)
            }
            Command::Fill { destination, value } => {
                let dram = &mut self.0.lock().machine.dram;
                let bytes = dram.slice_mut(destination.address(), destination.byte_size() as u64);
                bytes.map_err(failure)?.fill(*value);
                Ok(())
            }
            Command::Launch(launch) => self.kernel(launch)?.run(&values(&launch.arguments)?),
        }
    }

    fn kernel<'l>(&self, launch: &'l Launch) -> Result<&'l NpuKernel, Error> {
        let kernel = launch.kernel.as_any().downcast_ref::<NpuKernel>();
        kernel
            .filter(|kernel| kernel.is_of(&self.0))
            .ok_or_else(|| failure("expected a kernel of this device, found one of another device"))
    }
}

/// Returns the 64-bit words that a kernel receives for its arguments: addresses of buffers, and
/// values of 8 bytes.
fn values(arguments: &[KernelArgument]) -> Result<Vec<u64>, Error> {
    let value = |argument: &KernelArgument| match argument {
        KernelArgument::Buffer(buffer) => Ok(buffer.address()),
        KernelArgument::Value(bytes) => {
            let bytes = <[u8; 8]>::try_from(&bytes[..]);
            bytes
                .map(u64::from_le_bytes)
                .map_err(|_| failure("expected a kernel argument of 8 bytes, found another size"))
        }
    };
    arguments.iter().map(value).collect()
}

impl Queue for NpuQueue {
    fn device(&self) -> &DeviceId {
        &self.0.id
    }

    fn check_buffer(&self, buffer: &DeviceBuffer) -> Result<(), Error> {
        self.0.check(buffer)
    }

    fn check_launch(&self, launch: &Launch) -> Result<(), Error> {
        self.kernel(launch)?;
        if launch.dimensions.groups != [1; 3] || launch.dimensions.threads != [1; 3] {
            return Err(failure(
                "expected a kernel launch of one group with one thread, found other dimensions",
            ));
        }
        values(&launch.arguments).map(drop)
    }

    fn submit(&self, command: &Arc<Command>, done: Completion<()>) {
        done.finish(self.run(command));
    }

    fn read(&self, source: &DeviceBuffer, done: Completion<AlignedBytes>) {
        done.finish(self.0.read(source).and_then(|bytes| {
            AlignedBytes::try_copy_of(&bytes).ok_or_else(|| Error::OutOfMemory {
                bytes: bytes.len(),
                what: "a copy of a device buffer".to_owned(),
            })
        }));
    }
}
