// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams of a device.

use super::driver::{Device, StreamHandle};
use super::event::CudaEvent;
use super::executor::{CudaExecutor, CudaKernel};
use crate::cuda::NAME;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes,
    Stream, StreamExecutor,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A stream of a device.
#[derive(Debug)]
pub struct CudaStream {
    executor: CudaExecutor,
    handle: StreamHandle,
    /// The first failure, after which the stream skips all work until it is synchronized.
    failure: Option<Error>,
}

impl CudaStream {
    /// Creates a stream.
    ///
    /// # Errors
    /// Fails if the driver has no further streams.
    pub fn new(executor: CudaExecutor, device: &Arc<Device>) -> Result<Self, Error> {
        Ok(Self { executor, handle: StreamHandle::new(device)?, failure: None })
    }

    /// Enqueues work unless earlier work failed.
    fn work(&mut self, work: impl FnOnce(&mut StreamHandle) -> Result<(), Error>) {
        if self.failure.is_none() {
            self.failure = work(&mut self.handle).err();
        }
    }
}

impl Stream for CudaStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.work(|handle| handle.copy_in(source, destination));
        Ok(())
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        if let Some(failure) = &self.failure {
            receive(Err(failure.clone()));
            return Ok(());
        }
        let bytes = source.byte_size();
        let what = || "a copy of a device buffer".to_owned();
        let copy = AlignedBytes::try_zeroed(bytes);
        let copied = copy.ok_or_else(|| Error::OutOfMemory { bytes, what: what() });
        let copied = copied.and_then(|mut copy| {
            self.handle.copy_out(source, &mut copy)?;
            Ok(copy)
        });
        if let Err(failure) = &copied {
            self.failure = Some(failure.clone());
        }
        receive(copied);
        Ok(())
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.work(|handle| handle.copy(source, destination));
        Ok(())
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.work(|handle| handle.fill(destination, value));
        Ok(())
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
        let kernel = kernel.as_any().downcast_ref::<CudaKernel>();
        let kernel = kernel.ok_or_else(|| refuse("a kernel of another platform was launched"))?;
        let buffer = |argument: &KernelArgument| match argument {
            KernelArgument::Buffer(buffer) => Ok(buffer.clone()),
            KernelArgument::Value(_) => {
                Err(refuse("expected a buffer as argument of a kernel, found a value"))
            }
        };
        let buffers = arguments.iter().map(buffer).collect::<Result<Vec<_>, _>>()?;
        self.work(|handle| handle.launch(&kernel.function, dimensions, &buffers));
        Ok(())
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.work(|handle| handle.call(callback));
        Ok(())
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = CudaEvent::of(event, self.handle.device())?;
        self.handle.record(&event.handle)?;
        event.set_recorded();
        Ok(())
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = CudaEvent::of(event, self.handle.device())?;
        self.handle.wait_for(&event.handle)
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let outcome = self.handle.synchronize();
        self.failure.take().map_or(outcome, Err)
    }
}
