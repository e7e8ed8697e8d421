// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Literals to and from devices.

use super::{DeviceBuffer, Stream};
use crate::Error;
use crate::literal::{AlignedBytes, ElementType, Literal, Shape};
use std::sync::{Arc, mpsc};

/// The way literals take to and from the devices of a platform.
///
/// The provided methods suit a device whose buffers hold elements as literals
/// do: row-major, in the host's byte order, an integer of fewer than 8 bits
/// extended to a byte by its sign. A device with layouts of its own overrides them.
pub trait TransferManager: Send + Sync {
    /// The bytes that a value of a type takes on the device.
    ///
    /// # Errors
    /// If that number does not fit.
    fn byte_size(&self, shape: &Shape) -> Result<usize, Error> {
        shape
            .byte_size()
            .ok_or_else(|| Error::invalid(format!("{shape} is larger than the address space")))
    }

    /// Allocates a buffer and enqueues the transfer of a literal to it.
    ///
    /// # Errors
    /// If there is no memory for it, or the transfer cannot be enqueued.
    fn to_device(&self, stream: &mut dyn Stream, literal: &Literal) -> Result<DeviceBuffer, Error> {
        let size = literal.bytes().len();
        let buffer = stream.executor().allocate(size)?;
        let mut copy = AlignedBytes::try_copy_of(literal.bytes())
            .ok_or_else(|| Error::OutOfMemory { bytes: size, what: literal.shape().to_string() })?;
        self.encode(literal.shape().element_type, &mut copy);
        stream.copy_from_host(Arc::new(copy), &buffer)?;
        Ok(buffer)
    }

    /// Transfers a value of a type to the host, waiting for all work enqueued
    /// before.
    ///
    /// # Errors
    /// If the buffer has another size than the type; the stream's failure.
    fn to_host(
        &self,
        stream: &mut dyn Stream,
        buffer: &DeviceBuffer,
        shape: &Shape,
    ) -> Result<Literal, Error> {
        let (sender, receiver) = mpsc::channel();
        let receive = move |bytes| {
            // The receiver is gone only if the wait below failed already.
            let _ = sender.send(bytes);
        };
        stream.copy_to_host(buffer, Box::new(receive))?;
        stream.synchronize()?;
        let mut bytes = receiver
            .recv()
            .map_err(|_| Error::Internal("a copy to the host was dropped".to_owned()))??;
        self.decode(shape.element_type, &mut bytes);
        Ok(Literal::from_aligned_bytes(shape.clone(), bytes)?)
    }

    /// Changes a literal's elements to the device's encoding of them.
    fn encode(&self, _element_type: ElementType, _elements: &mut [u8]) {}

    /// Changes a device's elements to a literal's encoding of them.
    fn decode(&self, _element_type: ElementType, _elements: &mut [u8]) {}

    /// Puts a literal into a device's infeed queue, for the program's next
    /// `infeed`.
    ///
    /// # Errors
    /// [`Error::Unsupported`] from a platform without infeed.
    fn infeed(&self, device: usize, literal: &Literal) -> Result<(), Error>;

    /// Takes the next literal that a program put into a device's outfeed queue.
    ///
    /// # Errors
    /// If there is none: wait for the stream that the program runs on. If it is of
    /// another type. [`Error::Unsupported`] from a platform without outfeed.
    fn outfeed(&self, device: usize, shape: &Shape) -> Result<Literal, Error>;
}
