// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memories of devices. A device has one, which is known by several kinds: programs that
//! move values between host and device find both.

use crate::c_api::structs::{
    MemoryAddressableByDevices, MemoryDebugString, MemoryId, MemoryKind, MemoryKindId,
    MemoryToString,
};
use crate::c_api::values::{Handle, List, Text};
use crate::device::Device;
use crate::failure::Failure;
use std::ptr;
use std::sync::OnceLock;

/// The kinds, the default one first.
pub const KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];

pub use crate::c_api::objects::Memory;

/// What is known of a memory.
pub struct MemoryFacts {
    pub id: usize,
    /// The number of the device in its client.
    pub device: usize,
    /// The number of the kind.
    pub kind: usize,
    pub text: String,
    /// The device, once it has a place.
    pub devices: OnceLock<[Handle<Device>; 1]>,
}

impl Memory {
    /// A memory of a device.
    pub fn new(device: usize, kind: usize) -> Self {
        let id = device * KINDS.len() + kind;
        let text = format!("{}(id={id}, device={device})", KINDS[kind]);
        let devices = OnceLock::new();
        Self { functions: ptr::null(), facts: MemoryFacts { id, device, kind, text, devices } }
    }
}

pub fn id(arguments: &mut MemoryId) -> Result<(), Failure> {
    arguments.id = arguments.memory.get()?.facts.id as i32;
    Ok(())
}

pub fn kind(arguments: &mut MemoryKind) -> Result<(), Failure> {
    arguments.kind = Text::of(KINDS[arguments.memory.get()?.facts.kind]);
    Ok(())
}

pub fn kind_id(arguments: &mut MemoryKindId) -> Result<(), Failure> {
    arguments.kind_id = arguments.memory.get()?.facts.kind as i32;
    Ok(())
}

pub fn debug_string(arguments: &mut MemoryDebugString) -> Result<(), Failure> {
    arguments.debug_string = Text::of(&arguments.memory.get()?.facts.text);
    Ok(())
}

pub fn to_string(arguments: &mut MemoryToString) -> Result<(), Failure> {
    arguments.to_string = Text::of(&arguments.memory.get()?.facts.text);
    Ok(())
}

pub fn addressable_by_devices(arguments: &mut MemoryAddressableByDevices) -> Result<(), Failure> {
    let devices = arguments.memory.get()?.facts.devices.get();
    arguments.devices = List::of(devices.map_or(&[], |devices| devices));
    Ok(())
}
