// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The simulated device: the host's memory and streams, and kernels that run on the thread that
//! launches them.

mod accesses;
mod ffi;
mod fibres;

pub use accesses::Traffic;

use super::NAME;
use ffi::HostKernel;
use hloom_compiler::Error;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceDescription, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions,
    ReceiveBytes, Stream, StreamExecutor,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A simulated device.
#[derive(Clone, Debug)]
pub struct SimtExecutor {
    host: HostExecutor,
}

impl SimtExecutor {
    /// Creates the device with an ordinal.
    pub fn new(ordinal: usize) -> Self {
        Self { host: HostExecutor::new(NAME, ordinal) }
    }
}

impl StreamExecutor for SimtExecutor {
    fn ordinal(&self) -> usize {
        self.host.ordinal()
    }

    fn description(&self) -> DeviceDescription {
        let name = "simulated GPU".to_owned();
        DeviceDescription { name, cores: 1, ..self.host.description() }
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        self.host.allocate(bytes)
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        Ok(Box::new(SimtStream { executor: self.clone(), host: self.host.create_stream()? }))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        self.host.create_event()
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let mut kernels = self.load_kernels(binary, &[name])?;
        kernels
            .pop()
            .ok_or_else(|| Error::Internal("expected one loaded kernel, found none".to_owned()))
    }

    fn load_kernels(&self, binary: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        HostKernel::load_all(binary, names)
    }
}

/// A stream of the host that can launch kernels.
struct SimtStream {
    executor: SimtExecutor,
    host: Box<dyn Stream>,
}

impl Stream for SimtStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.host.copy_from_host(source, destination)
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        self.host.copy_to_host(source, receive)
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.host.copy_on_device(source, destination)
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.host.fill(destination, value)
    }

    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error> {
        let refuse = |message: &str| Error::Device {
            platform: NAME.to_owned(),
            message: message.to_owned(),
        };
        let own = kernel.as_any().downcast_ref::<HostKernel>();
        let own = own.cloned().ok_or_else(|| refuse("a kernel of another device was launched"))?;
        let mut buffers = Vec::new();
        for argument in arguments {
            let KernelArgument::Buffer(buffer) = argument else {
                return Err(refuse("expected a buffer as argument of a kernel, found a value"));
            };
            // Checks that the buffer is one of this device.
            self.executor.host.host_address(buffer)?;
            buffers.push(buffer.clone());
        }
        self.host.call_host(Box::new(move || own.launch(dimensions, &buffers)))
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.host.call_host(callback)
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        self.host.record(event)
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        self.host.wait_for(event)
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        self.host.synchronize()
    }
}
