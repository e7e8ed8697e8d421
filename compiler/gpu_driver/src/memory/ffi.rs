// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Allocation of device memory. The driver waits for the device when it frees memory. Therefore
//! memory that no buffer uses goes to a pool, from which later buffers of the same size take it.

use crate::binding::Binding;
use crate::device::Device;
use crate::functions::Code;
use hloom_stream_executor::{DeviceBuffer, DeviceMemory, Error};
use std::any::Any;
use std::sync::Arc;

/// Granularity of device allocations in bytes: every size is rounded up to a multiple of it.
const GRANULE: usize = 512;

impl<B: Binding> Device<B> {
    /// Allocates device memory from the pool or, if the pool has no memory of this size, from the
    /// driver.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the device has too little memory, even after the pool was
    /// emptied.
    pub(crate) fn allocate_pooled(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error> {
        let out_of_memory =
            || Error::OutOfMemory { bytes, what: format!("a buffer on {}", self.name()) };
        let size = bytes.max(1).checked_next_multiple_of(GRANULE).ok_or_else(out_of_memory)?;
        let pooled = self.pool.addresses().get_mut(&size).and_then(Vec::pop);
        let address = match pooled {
            Some(address) => Some(address),
            None => match self.allocate_new(size)? {
                None => {
                    self.empty_pool();
                    self.allocate_new(size)?
                }
                address => address,
            },
        };
        let address = address.ok_or_else(out_of_memory)?;
        let device = Arc::clone(self);
        Ok(DeviceBuffer::new(Arc::new(Memory { device, address, bytes, size })))
    }

    /// Allocates new device memory from the driver. Returns `None` if the device has too little
    /// memory.
    fn allocate_new(&self, size: usize) -> Result<Option<u64>, Error> {
        self.with("allocate memory", |functions| {
            let mut address = 0;
            // SAFETY: the device is current, and the number outlives the call. Only this module uses the
            // address.
            match Code::check(unsafe { (functions.allocate)(&raw mut address, size) }) {
                Err(Code::OUT_OF_MEMORY) => Ok(None),
                other => other.map(|()| Some(address)),
            }
        })
    }

    /// Frees all device memory in the pool.
    fn empty_pool(&self) {
        let pooled = std::mem::take(&mut *self.pool.addresses());
        for address in pooled.into_values().flatten() {
            // An error would be one of earlier work, which the stream of that work reports.
            let _ = self.current(|functions| {
                // SAFETY: memory comes to the pool when nothing refers to it, streams included, and only
                // once.
                Code::check(unsafe { (functions.free)(address) })
            });
        }
    }
}

/// Memory on a device, which returns to the device's pool when it is dropped.
#[derive(Debug)]
pub struct Memory<B: Binding> {
    device: Arc<Device<B>>,
    address: u64,
    bytes: usize,
    /// The size in bytes of the allocation, which is at least `bytes`.
    size: usize,
}

impl<B: Binding> Memory<B> {
    /// Returns true if the memory was allocated on `device`.
    pub fn is_of(&self, device: &Arc<Device<B>>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }
}

impl<B: Binding> DeviceMemory for Memory<B> {
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

impl<B: Binding> Drop for Memory<B> {
    fn drop(&mut self) {
        self.device.pool.addresses().entry(self.size).or_default().push(self.address);
    }
}
