// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices of a client (`PJRT_Device`) and their memories (`PJRT_Memory`).
//!
//! A device has handles to its memories, and a memory has a handle to its device. The client that
//! owns both connects them with [`Device::connect`] when neither will move any more.

use crate::c_api::values::Handle;
use crate::device_description::DeviceDescription;
use crate::failure::Failure;
use crate::memory_kinds::KINDS;
use crate::memory_usage::Usage;
use crate::queue::Queue;
use hloom_compiler::interface::StreamExecutor;
use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

/// A device of a client.
pub struct Device {
    pub description: Arc<DeviceDescription>,
    /// The executor and the task queue of the device; `None` for a device of another process.
    local: Option<LocalDevice>,
    /// The memories of the device. The field is set when the client that owns the device is
    /// complete.
    memories: OnceLock<Vec<Handle<Memory>>>,
}

/// The executor, the task queue and the memory statistics of a device of this process.
pub struct LocalDevice {
    /// The ID of the device.
    pub id: usize,
    /// The device of the platform that executes the work of this device.
    pub executor: Arc<dyn StreamExecutor>,
    /// The ordinal of `executor` among the platform's devices. Several devices of a client may
    /// share one executor.
    pub ordinal: usize,
    /// Whether the memory of the device is host memory.
    pub is_host: bool,
    pub queue: Queue,
    pub usage: Arc<Usage>,
}

impl LocalDevice {
    /// Creates the device with the ID `id`. Its work runs on `executor`, which is the device
    /// `ordinal` of the platform.
    pub fn new(id: usize, executor: Arc<dyn StreamExecutor>, ordinal: usize, queue: Queue) -> Self {
        Self {
            id,
            // Cached, since the description queries the operating system, which takes as long as
            // a small run.
            is_host: executor.description().has_host_memory,
            executor,
            ordinal,
            queue,
            usage: Arc::default(),
        }
    }
}

impl Device {
    /// Creates a device. `local` is `None` for a device of another process.
    pub fn new(description: Arc<DeviceDescription>, local: Option<LocalDevice>) -> Self {
        Self { description, local, memories: OnceLock::new() }
    }

    /// Returns true if the device belongs to this process.
    pub fn is_local(&self) -> bool {
        self.local.is_some()
    }

    /// Returns the executor, the task queue and the memory statistics of the device.
    ///
    /// # Errors
    /// Fails if the device belongs to another process.
    pub fn local(&self) -> Result<&LocalDevice, Failure> {
        self.local.as_ref().ok_or_else(|| {
            let DeviceDescription { id, process, .. } = &*self.description;
            Failure::invalid(format!(
                "device {id}: expected a device of this process, found one of process {process}"
            ))
        })
    }

    /// Creates handles from the device to its memories, and from the memories to the device.
    /// Neither the device nor its memories may move afterwards.
    pub fn connect(&self, memories: &[Memory]) {
        self.memories.get_or_init(|| memories.iter().map(Handle::to).collect());
        for memory in memories {
            memory.properties.devices.get_or_init(|| [Handle::to(self)]);
        }
    }

    /// Returns handles to the memories of the device; empty before [`Device::connect`].
    pub fn memories(&self) -> &[Handle<Memory>] {
        self.memories.get().map_or(&[], |memories| memories)
    }
}

/// A memory, which begins with a pointer to its function table (`PJRT_Memory_FunctionTable`). C
/// code reads the pointer directly. The pointer is null, because memories have no function table.
#[repr(C)]
pub struct Memory {
    functions: Handle<c_void>,
    /// The properties of the memory, which C code does not read directly.
    pub properties: MemoryProperties,
}

/// The IDs, the kind and the description of a memory.
pub struct MemoryProperties {
    pub id: usize,
    /// The ID of the device that the memory belongs to.
    pub device: usize,
    /// The kind of the memory, as an index into [`KINDS`].
    pub kind: usize,
    pub text: String,
    /// A handle to the device of the memory. The field is set when the client that owns the memory
    /// is complete.
    devices: OnceLock<[Handle<Device>; 1]>,
}

impl Memory {
    /// Creates a memory of the device with the ID `device`; `kind` is an index into [`KINDS`].
    pub fn new(device: usize, kind: usize) -> Self {
        let id = device * KINDS.len() + kind;
        let text = format!("{}(id={id}, device={device})", KINDS[kind]);
        let properties = MemoryProperties { id, device, kind, text, devices: OnceLock::new() };
        Self { functions: Handle::none(), properties }
    }

    /// Returns a list with a handle to the device of the memory; empty before [`Device::connect`].
    pub fn devices(&self) -> &[Handle<Device>] {
        self.properties.devices.get().map_or(&[], |devices| devices)
    }
}
