// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies whose sizes are checked. A driver takes only such copies, and need not check them again.

use hloom_stream_executor::{
    DeviceBuffer, Error, check_copy_from_host, check_copy_on_device, check_copy_to_host,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A copy of host bytes to the start of a buffer, which is at least as long.
#[derive(Debug)]
pub struct CopyIn<'a> {
    source: Arc<AlignedBytes>,
    destination: &'a DeviceBuffer,
}

impl<'a> CopyIn<'a> {
    /// Creates the copy.
    ///
    /// # Errors
    /// Fails if the buffer is too short.
    pub fn new(
        platform: &str,
        source: Arc<AlignedBytes>,
        destination: &'a DeviceBuffer,
    ) -> Result<Self, Error> {
        check_copy_from_host(platform, source.len(), destination)?;
        Ok(Self { source, destination })
    }

    /// Returns the bytes to copy.
    pub fn source(&self) -> &Arc<AlignedBytes> {
        &self.source
    }

    /// Returns the buffer, which has at least as many bytes.
    pub fn destination(&self) -> &'a DeviceBuffer {
        self.destination
    }
}

/// A copy of a buffer to host memory of the same size.
#[derive(Debug)]
pub struct CopyOut<'a> {
    source: &'a DeviceBuffer,
    destination: &'a mut [u8],
}

impl<'a> CopyOut<'a> {
    /// Creates the copy.
    ///
    /// # Errors
    /// Fails if the sizes differ.
    pub fn new(
        platform: &str,
        source: &'a DeviceBuffer,
        destination: &'a mut [u8],
    ) -> Result<Self, Error> {
        check_copy_to_host(platform, source, destination.len())?;
        Ok(Self { source, destination })
    }

    /// Returns the buffer to copy.
    pub fn source(&self) -> &'a DeviceBuffer {
        self.source
    }

    /// Returns the host memory, which has as many bytes as the buffer.
    pub fn into_destination(self) -> &'a mut [u8] {
        self.destination
    }
}

/// A copy between two buffers of the same size.
#[derive(Clone, Copy, Debug)]
pub struct DeviceCopy<'a> {
    source: &'a DeviceBuffer,
    destination: &'a DeviceBuffer,
}

impl<'a> DeviceCopy<'a> {
    /// Creates the copy.
    ///
    /// # Errors
    /// Fails if the sizes differ.
    pub fn new(
        platform: &str,
        source: &'a DeviceBuffer,
        destination: &'a DeviceBuffer,
    ) -> Result<Self, Error> {
        check_copy_on_device(platform, source, destination)?;
        Ok(Self { source, destination })
    }

    /// Returns the buffer to copy.
    pub fn source(&self) -> &'a DeviceBuffer {
        self.source
    }

    /// Returns the buffer to copy to.
    pub fn destination(&self) -> &'a DeviceBuffer {
        self.destination
    }

    /// Returns the size of either buffer.
    pub fn byte_size(&self) -> usize {
        self.source.byte_size()
    }
}
