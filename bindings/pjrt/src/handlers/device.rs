// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Device`.

use crate::c_api::callbacks::delete_nothing;
use crate::c_api::structs::{
    DeviceAddressableMemories, DeviceClearMemoryStats, DeviceDefaultMemory, DeviceGetAttributes,
    DeviceGetDescription, DeviceIsAddressable, DeviceLocalHardwareId, DeviceMemoryStats,
};
use crate::c_api::values::{Handle, List};
use crate::failure::Failure;
use std::ptr;

pub fn get_description(arguments: &mut DeviceGetDescription) -> Result<(), Failure> {
    arguments.device_description = Handle::to(&*arguments.device.get()?.description);
    Ok(())
}

pub fn is_addressable(arguments: &mut DeviceIsAddressable) -> Result<(), Failure> {
    arguments.is_addressable = arguments.device.get()?.is_local().into();
    Ok(())
}

pub fn local_hardware_id(arguments: &mut DeviceLocalHardwareId) -> Result<(), Failure> {
    arguments.local_hardware_id = arguments.device.get()?.description.local_id as i32;
    Ok(())
}

pub fn addressable_memories(arguments: &mut DeviceAddressableMemories) -> Result<(), Failure> {
    arguments.memories = List::of(arguments.device.get()?.memories());
    Ok(())
}

pub fn default_memory(arguments: &mut DeviceDefaultMemory) -> Result<(), Failure> {
    let first = arguments.device.get()?.memories().first();
    let message = "expected a device of this process, found a device without memories";
    arguments.memory = *first.ok_or_else(|| Failure::invalid(message))?;
    Ok(())
}

pub fn memory_stats(arguments: &mut DeviceMemoryStats) -> Result<(), Failure> {
    let usage = &arguments.device.get()?.local()?.usage;
    arguments.bytes_in_use = usage.bytes() as i64;
    arguments.peak_bytes_in_use = usage.peak() as i64;
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
    arguments.num_allocs = usage.buffers() as i64;
    arguments.num_allocs_is_set = true.into();
    Ok(())
}

pub fn clear_memory_stats(arguments: &mut DeviceClearMemoryStats) -> Result<(), Failure> {
    arguments.device.get()?.local()?.usage.reset_peak();
    Ok(())
}

/// Returns an empty list, because all attributes of a device are part of its description.
pub fn get_attributes(arguments: &mut DeviceGetAttributes) -> Result<(), Failure> {
    arguments.device.get()?;
    arguments.attributes = List::of(&[]);
    arguments.device_attributes = ptr::null_mut();
    arguments.attributes_deleter = Some(delete_nothing);
    Ok(())
}
