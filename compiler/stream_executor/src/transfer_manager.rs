// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transfers of literals to and from devices.

use crate::{DeviceBuffer, Error, Stream, read};
use hloom_values::{AlignedBytes, ElementType, Literal, Shape};
use std::sync::Arc;

/// Transfers literals to and from the devices of a platform.
///
/// The provided methods suit a device whose buffers have the layout of literals: row-major, in
/// the host's byte order, with integers of fewer than 8 bits sign-extended or zero-extended to
/// a byte. A device with another layout overrides them.
pub trait TransferManager: Send + Sync {
    /// Returns the size in bytes that a value of type `shape` has on the device.
    ///
    /// # Errors
    /// Fails if the size overflows.
    fn byte_size(&self, shape: &Shape) -> Result<usize, Error> {
        shape
            .byte_size()
            .ok_or_else(|| Error::invalid(format!("{shape} is larger than the address space")))
    }

    /// Allocates a buffer and enqueues the transfer of a literal to it.
    ///
    /// # Errors
    /// Fails if the allocation fails, or if the transfer cannot be enqueued.
    fn to_device(&self, stream: &mut dyn Stream, literal: &Literal) -> Result<DeviceBuffer, Error> {
        let size = literal.bytes().len();
        let buffer = stream.executor().allocate(size)?;
        let mut copy = AlignedBytes::try_copy_of(literal.bytes())
            .ok_or_else(|| Error::OutOfMemory { bytes: size, what: literal.shape().to_string() })?;
        self.encode(literal.shape().element_type, &mut copy);
        stream.copy_from_host(Arc::new(copy), &buffer)?;
        Ok(buffer)
    }

    /// Transfers the value in `buffer`, of type `shape`, to the host. Waits for all previously
    /// enqueued work.
    ///
    /// # Errors
    /// Fails if the size of the buffer differs from the size of the type, or if the stream has
    /// failed.
    fn to_host(
        &self,
        stream: &mut dyn Stream,
        buffer: &DeviceBuffer,
        shape: &Shape,
    ) -> Result<Literal, Error> {
        let mut bytes = read(stream, buffer)?;
        self.decode(shape.element_type, &mut bytes);
        Ok(Literal::from_aligned_bytes(shape.clone(), bytes)?)
    }

    /// Converts elements in place from the encoding of literals to the encoding of the device.
    fn encode(&self, _element_type: ElementType, _elements: &mut [u8]) {}

    /// Converts elements in place from the encoding of the device to the encoding of literals.
    fn decode(&self, _element_type: ElementType, _elements: &mut [u8]) {}

    /// Appends a literal to a device's infeed queue, for the program's next `infeed`.
    ///
    /// # Errors
    /// A platform without infeed returns [`Error::Unsupported`].
    fn infeed(&self, device: usize, literal: &Literal) -> Result<(), Error>;

    /// Removes the next literal from a device's outfeed queue and returns it.
    ///
    /// The caller must first synchronize the stream on which the program runs.
    ///
    /// # Errors
    /// Fails if the queue is empty, or if the literal has another type. A platform without
    /// outfeed returns [`Error::Unsupported`].
    fn outfeed(&self, device: usize, shape: &Shape) -> Result<Literal, Error>;
}
