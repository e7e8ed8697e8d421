// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices, and what is known of them without one being there.

use crate::c_api::structs::{
    DeviceAddressableMemories, DeviceClearMemoryStats, DeviceDefaultMemory,
    DeviceDescriptionAttributes, DeviceDescriptionDebugString, DeviceDescriptionId,
    DeviceDescriptionKind, DeviceDescriptionProcessIndex, DeviceDescriptionToString,
    DeviceGetAttributes, DeviceGetDescription, DeviceIsAddressable, DeviceLocalHardwareId,
    DeviceMemoryStats,
};
use crate::c_api::values::{CountedList, Handle, List, NamedValue, Text, delete_nothing};
use crate::failure::Failure;
use crate::memory::Memory;
use crate::queue::Queue;
use hloom_compiler::interface::StreamExecutor;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// What a device is.
pub struct DeviceDescription {
    pub id: usize,
    kind: String,
    text: String,
    debug_text: String,
}

impl DeviceDescription {
    /// That of a platform's device.
    pub fn new(id: usize, platform: &str) -> Self {
        let text = format!("HloomDevice(id={id})");
        let debug_text = format!("HLOOM_{id}({platform})");
        Self { id, kind: platform.to_owned(), text, debug_text }
    }
}

/// A device of a client.
pub struct Device {
    pub description: Arc<DeviceDescription>,
    /// The platform's device that does the work.
    pub executor: Arc<dyn StreamExecutor>,
    /// Which one that is.
    pub ordinal: usize,
    /// Whether its memory is that of the host.
    pub is_host: bool,
    pub queue: Queue,
    pub usage: Arc<Usage>,
    /// Its memories, once they have a place.
    pub memories: OnceLock<Vec<Handle<Memory>>>,
}

/// How much memory buffers have.
#[derive(Debug, Default)]
pub struct Usage {
    bytes: AtomicUsize,
    peak: AtomicUsize,
    buffers: AtomicUsize,
}

impl Usage {
    /// A buffer is there.
    pub fn add(&self, bytes: usize) {
        let now = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
        self.buffers.fetch_add(1, Ordering::Relaxed);
    }

    /// A buffer is gone.
    pub fn remove(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }
}

pub fn get_description(arguments: &mut DeviceGetDescription) -> Result<(), Failure> {
    arguments.device_description = Handle::to(&*arguments.device.get()?.description);
    Ok(())
}

pub fn is_addressable(arguments: &mut DeviceIsAddressable) -> Result<(), Failure> {
    arguments.device.get()?;
    arguments.is_addressable = true.into();
    Ok(())
}

pub fn local_hardware_id(arguments: &mut DeviceLocalHardwareId) -> Result<(), Failure> {
    arguments.local_hardware_id = arguments.device.get()?.description.id as i32;
    Ok(())
}

pub fn addressable_memories(arguments: &mut DeviceAddressableMemories) -> Result<(), Failure> {
    let memories = arguments.device.get()?.memories.get();
    arguments.memories = List::of(memories.map_or(&[], |memories| memories));
    Ok(())
}

pub fn default_memory(arguments: &mut DeviceDefaultMemory) -> Result<(), Failure> {
    let memories = arguments.device.get()?.memories.get();
    let first = memories.and_then(|memories| memories.first());
    arguments.memory = *first.ok_or_else(|| Failure::invalid("the device has no memory"))?;
    Ok(())
}

pub fn memory_stats(arguments: &mut DeviceMemoryStats) -> Result<(), Failure> {
    let usage = &arguments.device.get()?.usage;
    arguments.bytes_in_use = usage.bytes.load(Ordering::Relaxed) as i64;
    arguments.peak_bytes_in_use = usage.peak.load(Ordering::Relaxed) as i64;
    arguments.peak_bytes_in_use_is_set = true.into();
    for unset in [
        &mut arguments.largest_alloc_size_is_set,
        &mut arguments.bytes_limit_is_set,
        &mut arguments.bytes_reserved_is_set,
        &mut arguments.peak_bytes_reserved_is_set,
        &mut arguments.bytes_reservable_limit_is_set,
        &mut arguments.largest_free_block_bytes_is_set,
        &mut arguments.pool_bytes_is_set,
        &mut arguments.peak_pool_bytes_is_set,
    ] {
        *unset = false.into();
    }
    arguments.num_allocs = usage.buffers.load(Ordering::Relaxed) as i64;
    arguments.num_allocs_is_set = true.into();
    Ok(())
}

pub fn clear_memory_stats(arguments: &mut DeviceClearMemoryStats) -> Result<(), Failure> {
    let usage = &arguments.device.get()?.usage;
    usage.peak.store(usage.bytes.load(Ordering::Relaxed), Ordering::Relaxed);
    Ok(())
}

/// There are none beside those of the description.
pub fn get_attributes(arguments: &mut DeviceGetAttributes) -> Result<(), Failure> {
    arguments.device.get()?;
    arguments.attributes = List::of(&[]);
    arguments.device_attributes = ptr::null_mut();
    arguments.attributes_deleter = Some(delete_nothing);
    Ok(())
}

pub fn id(arguments: &mut DeviceDescriptionId) -> Result<(), Failure> {
    arguments.id = arguments.device_description.get()?.id as i32;
    Ok(())
}

pub fn process_index(arguments: &mut DeviceDescriptionProcessIndex) -> Result<(), Failure> {
    arguments.device_description.get()?;
    arguments.process_index = 0;
    Ok(())
}

pub fn attributes(arguments: &mut DeviceDescriptionAttributes) -> Result<(), Failure> {
    arguments.device_description.get()?;
    arguments.attributes = CountedList::<NamedValue>::of(&[]);
    Ok(())
}

pub fn kind(arguments: &mut DeviceDescriptionKind) -> Result<(), Failure> {
    arguments.device_kind = Text::of(&arguments.device_description.get()?.kind);
    Ok(())
}

pub fn debug_string(arguments: &mut DeviceDescriptionDebugString) -> Result<(), Failure> {
    arguments.debug_string = Text::of(&arguments.device_description.get()?.debug_text);
    Ok(())
}

pub fn to_string(arguments: &mut DeviceDescriptionToString) -> Result<(), Failure> {
    arguments.to_string = Text::of(&arguments.device_description.get()?.text);
    Ok(())
}
