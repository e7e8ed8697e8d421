// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device memory: allocations, which are freed when they are dropped, and access from the host.

use super::error::failure;
use super::shared::Shared;
use hloom_compiler::Error;
use hloom_compiler::interface::{DeviceBuffer, DeviceMemory};
use npu_simulator::DramError;
use std::any::Any;
use std::sync::Arc;

/// An allocation in the device's DRAM.
#[derive(Debug)]
pub struct NpuMemory {
    device: Arc<Shared>,
    address: u64,
    bytes: usize,
}

impl DeviceMemory for NpuMemory {
    fn byte_size(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> u64 {
        self.address
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for NpuMemory {
    fn drop(&mut self) {
        // The device allocated the address, which is freed only once, so this cannot fail.
        let _ = self.device.lock().machine.dram.free(self.address);
    }
}

impl Shared {
    /// Allocates a buffer of `bytes` bytes in the memory of the device.
    ///
    /// # Errors
    /// Fails if the device is out of memory.
    pub fn allocate(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error> {
        let allocated = self.lock().machine.dram.allocate(bytes as u64);
        let address = allocated.map_err(|error| match error {
            DramError::OutOfMemory { .. } => {
                Error::OutOfMemory { bytes, what: "a device buffer".to_owned() }
            }
            other => failure(other),
        })?;
        let device = Arc::clone(self);
        Ok(DeviceBuffer::new(Arc::new(NpuMemory { device, address, bytes })))
    }

    /// Reads all bytes of a device buffer immediately, not in stream order.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    pub fn read(self: &Arc<Self>, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        self.check(buffer)?;
        let mut state = self.lock();
        let bytes = state.machine.dram.read(buffer.address(), buffer.byte_size() as u64);
        let bytes = bytes.map_err(failure)?.to_vec();
        state.traffic.to_host += bytes.len() as u64;
        Ok(bytes)
    }

    /// Writes bytes to the start of a device buffer immediately, not in stream order.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device or is too short.
    pub fn write(self: &Arc<Self>, buffer: &DeviceBuffer, bytes: &[u8]) -> Result<(), Error> {
        self.check(buffer)?;
        if bytes.len() > buffer.byte_size() {
            let (from, to) = (bytes.len(), buffer.byte_size());
            return Err(failure(format!(
                "cannot copy {from} bytes to a device buffer of {to} bytes"
            )));
        }
        let mut state = self.lock();
        state.machine.dram.write(buffer.address(), bytes).map_err(failure)?;
        state.traffic.to_device += bytes.len() as u64;
        Ok(())
    }

    /// Checks that a device buffer belongs to this device.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    pub fn check(self: &Arc<Self>, buffer: &DeviceBuffer) -> Result<(), Error> {
        let memory = buffer.memory().as_any().downcast_ref::<NpuMemory>();
        match memory {
            Some(memory) if Arc::ptr_eq(&memory.device, self) => Ok(()),
            _ => Err(failure("expected a buffer of this device, found one of another device")),
        }
    }
}
