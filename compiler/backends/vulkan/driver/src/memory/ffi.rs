// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Vulkan buffers, each with its own memory.

use crate::block::{Block, Place};
use crate::ffi::{Device, error};
use ash::vk;
use hloom_stream_executor::{DeviceMemory, Error};
use std::any::Any;
use std::sync::Arc;

impl Block {
    /// Allocates a memory block of `size` bytes. Returns `None` if there is too little memory.
    ///
    /// # Errors
    /// Fails if the device has no memory of this kind, or if the driver fails.
    pub fn new(device: &Device, place: Place, size: u64) -> Result<Option<Self>, Error> {
        let usage = vk::BufferUsageFlags::SHADER_DEVICE_ADDRESS
            | vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        let info = vk::BufferCreateInfo::default().size(size).usage(usage);
        let handle = &device.handle;
        // SAFETY: the structure lives until the call returns.
        let buffer = match unsafe { handle.create_buffer(&info, None) } {
            Ok(buffer) => buffer,
            Err(code) if is_out_of_memory(code) => return Ok(None),
            Err(code) => return Err(error("allocate memory", code)),
        };
        let memory = match Self::memory(device, place, buffer) {
            Ok(Some(memory)) => memory,
            other => {
                // SAFETY: nothing else refers to the buffer.
                unsafe { handle.destroy_buffer(buffer, None) };
                return other.map(|_| None);
            }
        };
        let mut block =
            Self { place, size, buffer, memory, address: 0, host: std::ptr::null_mut() };
        let bound = || -> Result<(u64, *mut u8), vk::Result> {
            let info = vk::BufferDeviceAddressInfo::default().buffer(buffer);
            // SAFETY: buffer and memory are new, and have the same size. Only memory of the host,
            // which `memory` has allocated as visible, is mapped.
            unsafe {
                handle.bind_buffer_memory(buffer, memory, 0)?;
                let address = handle.get_buffer_device_address(&info);
                let host = match place {
                    Place::Device => std::ptr::null_mut(),
                    Place::Host => {
                        handle.map_memory(memory, 0, vk::WHOLE_SIZE, vk::MemoryMapFlags::empty())?
                    }
                };
                Ok((address, host.cast()))
            }
        };
        match bound() {
            Ok((address, host)) => (block.address, block.host) = (address, host),
            Err(code) => {
                block.destroy(device);
                return if is_out_of_memory(code) {
                    Ok(None)
                } else {
                    Err(error("allocate memory", code))
                };
            }
        }
        Ok(Some(block))
    }

    fn memory(
        device: &Device,
        place: Place,
        buffer: vk::Buffer,
    ) -> Result<Option<vk::DeviceMemory>, Error> {
        use vk::MemoryPropertyFlags as Properties;
        // SAFETY: the buffer is alive.
        let needs = unsafe { device.handle.get_buffer_memory_requirements(buffer) };
        let visible = Properties::HOST_VISIBLE | Properties::HOST_COHERENT;
        let wanted = match place {
            Place::Device => [Properties::DEVICE_LOCAL, Properties::empty()],
            // The host reads cached memory faster.
            Place::Host => [visible | Properties::HOST_CACHED, visible],
        };
        let ty = wanted.into_iter().find_map(|it| device.memory_type(needs.memory_type_bits, it));
        let ty =
            ty.ok_or_else(|| error("allocate memory", vk::Result::ERROR_FEATURE_NOT_PRESENT))?;
        let mut flags =
            vk::MemoryAllocateFlagsInfo::default().flags(vk::MemoryAllocateFlags::DEVICE_ADDRESS);
        let info = vk::MemoryAllocateInfo::default()
            .allocation_size(needs.size)
            .memory_type_index(ty)
            .push_next(&mut flags);
        // SAFETY: the structures live until the call returns.
        match unsafe { device.handle.allocate_memory(&info, None) } {
            Ok(memory) => Ok(Some(memory)),
            Err(code) if is_out_of_memory(code) => Ok(None),
            Err(code) => Err(error("allocate memory", code)),
        }
    }

    /// Destroys the Vulkan buffer and frees its memory.
    pub fn destroy(self, device: &Device) {
        // SAFETY: memory is destroyed when nothing refers to it, streams included, and only once.
        unsafe {
            device.handle.destroy_buffer(self.buffer, None);
            device.handle.free_memory(self.memory, None);
        }
    }
}

fn is_out_of_memory(code: vk::Result) -> bool {
    matches!(
        code,
        vk::Result::ERROR_OUT_OF_DEVICE_MEMORY
            | vk::Result::ERROR_OUT_OF_HOST_MEMORY
            | vk::Result::ERROR_TOO_MANY_OBJECTS
    )
}

/// Memory that is returned to the pool of its device when it is dropped.
#[derive(Debug)]
pub struct VulkanMemory {
    device: Arc<Device>,
    /// The memory block; `None` only while the value is dropped.
    block: Option<Block>,
    bytes: usize,
}

impl VulkanMemory {
    /// Returns memory of `bytes` bytes at the start of a block.
    pub fn new(device: &Arc<Device>, block: Block, bytes: usize) -> Self {
        Self { device: Arc::clone(device), block: Some(block), bytes }
    }

    fn block(&self) -> &Block {
        self.block.as_ref().expect("the memory must have a block until it is dropped")
    }

    /// Returns the handle of the Vulkan buffer.
    pub fn buffer(&self) -> vk::Buffer {
        self.block().buffer
    }

    /// Returns true if the memory was allocated for a device.
    pub fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }

    /// Returns the bytes of memory that is on the host. Pending work must not use the bytes that
    /// the caller accesses.
    ///
    /// # Panics
    /// Panics if the memory is on the device.
    pub fn host_bytes(&mut self) -> &mut [u8] {
        let host = self.block().host;
        assert!(!host.is_null(), "memory of the host");
        // SAFETY: the driver has mapped at least this number of bytes, until the memory is destroyed.
        unsafe { std::slice::from_raw_parts_mut(host, self.bytes) }
    }
}

impl DeviceMemory for VulkanMemory {
    fn byte_size(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> u64 {
        self.block().address
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for VulkanMemory {
    fn drop(&mut self) {
        if let Some(block) = self.block.take() {
            self.device.free(block);
        }
    }
}

/// Granularity of allocations in bytes: every size is rounded up to a multiple of it.
const GRANULE: u64 = 512;

impl Device {
    /// Allocates device memory or host memory, depending on `place`.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if there is too little memory.
    pub fn allocate_at(
        self: &Arc<Self>,
        place: Place,
        bytes: usize,
    ) -> Result<VulkanMemory, Error> {
        let size = (bytes.max(1) as u64).next_multiple_of(GRANULE);
        let pooled = self.pool().get_mut(&(place, size)).and_then(Vec::pop);
        let block = match pooled {
            Some(block) => Some(block),
            None => match Block::new(self, place, size)? {
                None => {
                    self.empty_pool();
                    Block::new(self, place, size)?
                }
                block => block,
            },
        };
        let what = || format!("a buffer on {}", self.name());
        let block = block.ok_or_else(|| Error::OutOfMemory { bytes, what: what() })?;
        Ok(VulkanMemory::new(self, block, bytes))
    }

    /// Returns a memory block that is no longer in use to the pool.
    pub fn free(&self, block: Block) {
        self.pool().entry((block.place, block.size)).or_default().push(block);
    }

    fn empty_pool(&self) {
        let pooled = std::mem::take(&mut *self.pool());
        for block in pooled.into_values().flatten() {
            block.destroy(self);
        }
    }
}
