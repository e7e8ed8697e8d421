// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies between the host and device buffers whose sizes have been checked. Drivers accept only
//! these types, so that they need not check sizes.

use hloom_stream_executor::{
    DeviceBuffer, Error, check_copy_from_host, check_copy_on_device, check_copy_to_host,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A copy of host bytes to the start of a device buffer that is large enough for them.
#[derive(Debug)]
pub struct CopyIn<'a> {
    source: Arc<AlignedBytes>,
    destination: &'a DeviceBuffer,
}

impl<'a> CopyIn<'a> {
    /// Creates a copy of `source` to `destination`, without running it.
    ///
    /// # Errors
    /// Fails if the buffer is smaller than the host bytes.
    pub fn new(
        platform: &str,
        source: Arc<AlignedBytes>,
        destination: &'a DeviceBuffer,
    ) -> Result<Self, Error> {
        check_copy_from_host(platform, source.len(), destination)?;
        Ok(Self { source, destination })
    }

    /// Returns the host bytes to copy.
    pub fn source(&self) -> &Arc<AlignedBytes> {
        &self.source
    }

    /// Returns the destination, a device buffer that is at least as large as the host bytes.
    pub fn destination(&self) -> &'a DeviceBuffer {
        self.destination
    }
}

/// A copy of a device buffer to host memory of the same size.
#[derive(Debug)]
pub struct CopyOut<'a> {
    source: &'a DeviceBuffer,
    destination: &'a mut [u8],
}

impl<'a> CopyOut<'a> {
    /// Creates a copy of a device buffer to host memory, without running it.
    ///
    /// # Errors
    /// Fails if the buffer and the host memory have different sizes.
    pub fn new(
        platform: &str,
        source: &'a DeviceBuffer,
        destination: &'a mut [u8],
    ) -> Result<Self, Error> {
        check_copy_to_host(platform, source, destination.len())?;
        Ok(Self { source, destination })
    }

    /// Returns the source, a device buffer.
    pub fn source(&self) -> &'a DeviceBuffer {
        self.source
    }

    /// Returns the destination, host memory of the same size as the device buffer.
    pub fn into_destination(self) -> &'a mut [u8] {
        self.destination
    }
}

/// A copy between two device buffers of the same size.
#[derive(Clone, Copy, Debug)]
pub struct DeviceCopy<'a> {
    source: &'a DeviceBuffer,
    destination: &'a DeviceBuffer,
}

impl<'a> DeviceCopy<'a> {
    /// Creates a copy between two device buffers, without running it.
    ///
    /// # Errors
    /// Fails if the two buffers have different sizes.
    pub fn new(
        platform: &str,
        source: &'a DeviceBuffer,
        destination: &'a DeviceBuffer,
    ) -> Result<Self, Error> {
        check_copy_on_device(platform, source, destination)?;
        Ok(Self { source, destination })
    }

    /// Returns the source, a device buffer.
    pub fn source(&self) -> &'a DeviceBuffer {
        self.source
    }

    /// Returns the destination, a device buffer.
    pub fn destination(&self) -> &'a DeviceBuffer {
        self.destination
    }

    /// Returns the size in bytes of each of the two buffers.
    pub fn byte_size(&self) -> usize {
        self.source.byte_size()
    }
}
