// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams.

use super::stream_executor::GuardedExecutor;
use super::{Guard, Guarded};
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes,
    Stream, StreamExecutor,
};
use hloom_compiler::literal::AlignedBytes;
use std::sync::Arc;

/// A stream that no panic leaves.
pub struct GuardedStream {
    guard: Guard,
    inner: Guarded<Box<dyn Stream>>,
    executor: GuardedExecutor,
}

impl GuardedStream {
    pub fn new(guard: Guard, inner: Box<dyn Stream>, executor: GuardedExecutor) -> Self {
        Self { guard, inner: Guarded::new(guard, inner), executor }
    }
}

impl Stream for GuardedStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::copy_from_host", || inner.copy_from_host(source, destination))
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::copy_to_host", || inner.copy_to_host(source, receive))
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::copy_on_device", || inner.copy_on_device(source, destination))
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::fill", || inner.fill(destination, value))
    }

    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::launch", || inner.launch(kernel, dimensions, arguments))
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::call_host", || inner.call_host(callback))
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::record", || inner.record(event))
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::wait_for", || inner.wait_for(event))
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let inner = &mut self.inner;
        self.guard.call("Stream::synchronize", || inner.synchronize())
    }
}
