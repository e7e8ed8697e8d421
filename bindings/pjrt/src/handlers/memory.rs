// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Memory`.

use crate::c_api::structs::{
    MemoryAddressableByDevices, MemoryDebugString, MemoryId, MemoryKind, MemoryKindId,
    MemoryToString,
};
use crate::c_api::values::{List, Text};
use crate::failure::Failure;
use crate::memory_kinds::KINDS;

pub fn id(arguments: &mut MemoryId) -> Result<(), Failure> {
    arguments.id = arguments.memory.get()?.properties.id as i32;
    Ok(())
}

pub fn kind(arguments: &mut MemoryKind) -> Result<(), Failure> {
    arguments.kind = Text::of(KINDS[arguments.memory.get()?.properties.kind]);
    Ok(())
}

pub fn kind_id(arguments: &mut MemoryKindId) -> Result<(), Failure> {
    arguments.kind_id = arguments.memory.get()?.properties.kind as i32;
    Ok(())
}

pub fn debug_string(arguments: &mut MemoryDebugString) -> Result<(), Failure> {
    arguments.debug_string = Text::of(&arguments.memory.get()?.properties.text);
    Ok(())
}

pub fn to_string(arguments: &mut MemoryToString) -> Result<(), Failure> {
    arguments.to_string = Text::of(&arguments.memory.get()?.properties.text);
    Ok(())
}

pub fn addressable_by_devices(arguments: &mut MemoryAddressableByDevices) -> Result<(), Failure> {
    arguments.devices = List::of(arguments.memory.get()?.devices());
    Ok(())
}
