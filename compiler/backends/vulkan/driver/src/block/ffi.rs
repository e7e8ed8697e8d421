// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory blocks that the Vulkan driver has allocated.

use ash::vk;

/// The kind of an allocation: memory of the device or memory of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Memory of the device.
    Device,
    /// Memory of the host, which the device reads and writes.
    Host,
}

/// A Vulkan buffer with the memory that was allocated for it.
#[derive(Debug)]
pub struct Block {
    pub place: Place,
    pub size: u64,
    pub buffer: vk::Buffer,
    pub memory: vk::DeviceMemory,
    pub address: u64,
    /// The address of the first byte in this process; null if the memory is on the device.
    pub host: *mut u8,
}

// SAFETY: the driver allows any thread to use a buffer. Only methods that borrow `VulkanMemory`
// mutably write through `host`.
unsafe impl Send for Block {}
// SAFETY: as above.
unsafe impl Sync for Block {}
