// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around transfer managers that turn panics into errors.

use super::guard::{Guard, Guarded};
use super::stream::GuardedStream;
use super::stream_executor::guarded_buffer;
use hloom_compiler::interface::{DeviceBuffer, Stream, TransferManager};
use hloom_compiler::{ElementType, Error, Literal, Shape};
use std::sync::Arc;

/// A transfer manager whose panics become errors.
pub struct GuardedTransfers {
    guard: Guard,
    inner: Guarded<Arc<dyn TransferManager>>,
}

impl GuardedTransfers {
    pub fn new(guard: Guard, inner: Arc<dyn TransferManager>) -> Self {
        Self { guard, inner: Guarded::new(guard, inner) }
    }
}

impl TransferManager for GuardedTransfers {
    fn byte_size(&self, shape: &Shape) -> Result<usize, Error> {
        self.guard.call("TransferManager::byte_size", || self.inner.byte_size(shape))
    }

    fn to_device(&self, stream: &mut dyn Stream, literal: &Literal) -> Result<DeviceBuffer, Error> {
        let mut stream = GuardedStream::lent(self.guard, stream);
        let to_device = || self.inner.to_device(&mut stream, literal);
        guarded_buffer(self.guard, self.guard.call("TransferManager::to_device", to_device)?)
    }

    fn to_host(
        &self,
        stream: &mut dyn Stream,
        buffer: &DeviceBuffer,
        shape: &Shape,
    ) -> Result<Literal, Error> {
        let mut stream = GuardedStream::lent(self.guard, stream);
        let to_host = || self.inner.to_host(&mut stream, buffer, shape);
        self.guard.call("TransferManager::to_host", to_host)
    }

    fn encode(&self, element_type: ElementType, elements: &mut [u8]) {
        self.guard
            .tell("TransferManager::encode", (), || self.inner.encode(element_type, elements));
    }

    fn decode(&self, element_type: ElementType, elements: &mut [u8]) {
        self.guard
            .tell("TransferManager::decode", (), || self.inner.decode(element_type, elements));
    }

    fn infeed(&self, device: usize, literal: &Literal) -> Result<(), Error> {
        self.guard.call("TransferManager::infeed", || self.inner.infeed(device, literal))
    }

    fn outfeed(&self, device: usize, shape: &Shape) -> Result<Literal, Error> {
        self.guard.call("TransferManager::outfeed", || self.inner.outfeed(device, shape))
    }
}
