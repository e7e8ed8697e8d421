// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around streams that turn panics into errors.

use super::guard::{Guard, Guarded};
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, Event, HostCallback, Kernel, KernelArgument, LaunchDimensions, ReceiveBytes,
    Stream, StreamExecutor,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A stream whose panics become errors.
pub struct GuardedStream<'a> {
    guard: Guard,
    inner: Inner<'a>,
}

enum Inner<'a> {
    /// A stream that the other side of the plugin boundary created, and its guarded executor.
    Owned(Guarded<Box<dyn Stream>>, Box<dyn StreamExecutor>),
    /// A borrowed stream from the other side of the plugin boundary, which guards its executor
    /// itself.
    Lent(&'a mut dyn Stream),
}

impl<'a> GuardedStream<'a> {
    /// Guards a stream. `executor` is the guarded executor that created the stream.
    pub fn new(guard: Guard, inner: Box<dyn Stream>, executor: Box<dyn StreamExecutor>) -> Self {
        Self { guard, inner: Inner::Owned(Guarded::new(guard, inner), executor) }
    }

    /// Guards the callbacks that are passed to a borrowed stream of the other side of the plugin
    /// boundary.
    pub fn lent(guard: Guard, inner: &'a mut dyn Stream) -> Self {
        Self { guard, inner: Inner::Lent(inner) }
    }

    fn call<T>(
        &mut self,
        what: &str,
        function: impl FnOnce(&mut dyn Stream) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let inner: &mut dyn Stream = match &mut self.inner {
            Inner::Owned(inner, _) => &mut ***inner,
            Inner::Lent(inner) => &mut **inner,
        };
        self.guard.call(what, || function(inner))
    }
}

impl Stream for GuardedStream<'_> {
    fn executor(&self) -> &dyn StreamExecutor {
        match &self.inner {
            Inner::Owned(_, executor) => &**executor,
            Inner::Lent(inner) => inner.executor(),
        }
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.call("Stream::copy_from_host", |inner| inner.copy_from_host(source, destination))
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        let guard = self.guard;
        let receive: ReceiveBytes =
            Box::new(move |bytes| guard.tell("a receive callback", (), || receive(bytes)));
        self.call("Stream::copy_to_host", |inner| inner.copy_to_host(source, receive))
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        self.call("Stream::copy_on_device", |inner| inner.copy_on_device(source, destination))
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.call("Stream::fill", |inner| inner.fill(destination, value))
    }

    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error> {
        self.call("Stream::launch", |inner| inner.launch(kernel, dimensions, arguments))
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        let guard = self.guard;
        let callback: HostCallback = Box::new(move || guard.call("a host callback", callback));
        self.call("Stream::call_host", |inner| inner.call_host(callback))
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        self.call("Stream::record", |inner| inner.record(event))
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        self.call("Stream::wait_for", |inner| inner.wait_for(event))
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        self.call("Stream::synchronize", |inner| inner.synchronize())
    }
}
