// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams of a stream executor on top of a driver.

use super::event::GpuEvent;
use super::kernel::GpuKernel;
use super::{CopyIn, CopyOut, DeviceCopy, DriverDevice, DriverStream, refuse};
use hloom_stream_executor::{
    DeviceBuffer, Error, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions,
    ReceiveBytes, Stream, StreamExecutor,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A stream of a device, which delays errors of enqueued work until it is synchronized.
pub struct GpuStream<D: DriverDevice> {
    executor: Box<dyn StreamExecutor>,
    handle: D::Stream,
    /// The first error since the last synchronization. While there is one, the stream skips all
    /// further work.
    failure: Option<Error>,
}

impl<D: DriverDevice> GpuStream<D> {
    /// Creates a stream of `executor` that wraps the driver's stream `handle`.
    pub fn new(executor: Box<dyn StreamExecutor>, handle: D::Stream) -> Self {
        Self { executor, handle, failure: None }
    }

    /// Calls `work`, which enqueues work on the driver's stream. Does nothing if earlier work
    /// failed.
    fn work(&mut self, work: impl FnOnce(&mut D::Stream) -> Result<(), Error>) {
        if self.failure.is_none() {
            self.failure = work(&mut self.handle).err();
        }
    }
}

impl<D: DriverDevice> Stream for GpuStream<D> {
    fn executor(&self) -> &dyn StreamExecutor {
        &*self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.work(|handle| handle.copy_in(CopyIn::new(D::PLATFORM, source, destination)?));
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
            self.handle.copy_out(CopyOut::new(D::PLATFORM, source, &mut copy)?)?;
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
        self.work(|handle| handle.copy(DeviceCopy::new(D::PLATFORM, source, destination)?));
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
        let kernel = kernel.as_any().downcast_ref::<GpuKernel<D::Function>>();
        let kernel = kernel.ok_or_else(|| {
            refuse(D::PLATFORM, "expected a kernel of this platform, found one of another")
        })?;
        let buffer = |argument: &KernelArgument| match argument {
            KernelArgument::Buffer(buffer) => Ok(buffer.clone()),
            KernelArgument::Value(_) => {
                let message =
                    "expected buffers as kernel arguments, found an argument passed by value";
                Err(refuse(D::PLATFORM, message))
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
        let event = GpuEvent::<D>::of(event, self.handle.device())?;
        self.handle.record(&event.handle)?;
        event.set_recorded();
        Ok(())
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let event = GpuEvent::<D>::of(event, self.handle.device())?;
        self.handle.wait_for(&event.handle)
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let outcome = self.handle.synchronize();
        self.failure.take().map_or(outcome, Err)
    }
}
