// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The simulated device: the host's memory and streams, and kernels that run on the thread that
//! launches them.

mod accesses;
mod ffi;
mod fibres;
mod matrix_units;

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

/// Size in bytes of the unused memory before and after each buffer. Without it, an access beyond
/// the end of a buffer could hit another buffer of the kernel and would not be detected.
const GAP: usize = 64 * 1024;

/// A simulated device.
#[derive(Clone, Debug)]
pub struct SimtExecutor {
    host: HostExecutor,
}

impl SimtExecutor {
    /// Creates the simulated device with an ordinal.
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
        let out_of_memory = || Error::OutOfMemory { bytes, what: "a device buffer".to_owned() };
        let with_gaps = bytes.checked_add(2 * GAP).ok_or_else(out_of_memory)?;
        let memory = self.host.allocate(with_gaps).map_err(|_| out_of_memory())?;
        memory.slice(GAP..GAP + bytes).ok_or_else(out_of_memory)
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        Ok(Box::new(SimtStream { executor: self.clone(), host: self.host.create_stream()? }))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        self.host.create_event()
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let mut kernels = self.load_kernels(binary, &[name])?;
        kernels.pop().ok_or_else(|| {
            Error::Internal(
                "expected the kernel loader to return one kernel, found none".to_owned(),
            )
        })
    }

    fn load_kernels(&self, binary: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        HostKernel::load_all(binary, names)
    }
}

/// A stream of a simulated device: a stream of the host that can also launch kernels.
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
        let own = own
            .cloned()
            .ok_or_else(|| refuse("expected a kernel of this platform, found one of another"))?;
        let mut buffers = Vec::new();
        for argument in arguments {
            let KernelArgument::Buffer(buffer) = argument else {
                return Err(refuse(
                    "expected buffers as kernel arguments, found an argument passed by value",
                ));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_have_gaps_between_them() -> Result<(), Error> {
        let executor = SimtExecutor::new(0);
        let sizes = (0..64).map(|index| index % 5 * 512);
        let buffers: Vec<_> =
            sizes.map(|bytes| executor.allocate(bytes)).collect::<Result<_, _>>()?;
        let mut ranges: Vec<_> =
            buffers.iter().map(|it| (it.address(), it.address() + it.byte_size() as u64)).collect();
        ranges.sort_unstable();
        let is_apart = |pair: &[(u64, u64)]| pair[1].0 >= pair[0].1 + GAP as u64;
        assert!(ranges.windows(2).all(is_apart), "{ranges:?}");
        Ok(())
    }

    #[test]
    fn too_large_buffers_are_refused() {
        let refused = SimtExecutor::new(0).allocate(usize::MAX - 1);
        assert!(
            matches!(refused, Err(Error::OutOfMemory { bytes, .. }) if bytes == usize::MAX - 1)
        );
    }
}
