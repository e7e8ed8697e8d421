// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_TopologyDescription`.

use crate::c_api::structs::{
    TopologyDescriptionAttributes, TopologyDescriptionCreate, TopologyDescriptionDeserialize,
    TopologyDescriptionDestroy, TopologyDescriptionFingerprint,
    TopologyDescriptionGetDeviceDescriptions, TopologyDescriptionGetMemorySpaceKindIds,
    TopologyDescriptionPlatformName, TopologyDescriptionPlatformVersion,
    TopologyDescriptionSerialize,
};
use crate::c_api::values::{Handle, List, NamedValue, OwnedBytes, Text};
use crate::client;
use crate::failure::Failure;
use crate::memory_kinds::KINDS;
use crate::options::ClientOptions;
use crate::plugin;
use crate::topology::TopologyDescription;
use std::ffi::c_int;

/// The IDs of the memory kinds, in the order of [`KINDS`].
const KIND_IDS: [c_int; KINDS.len()] = [0, 1, 2];

pub fn create(arguments: &mut TopologyDescriptionCreate) -> Result<(), Failure> {
    let options = ClientOptions::read(arguments.create_options.get())?;
    let platform = client::platform(&options)?;
    let count = options.devices.unwrap_or_else(|| platform.device_count());
    arguments.topology = Handle::give(TopologyDescription::new(platform.name(), count));
    Ok(())
}

pub fn destroy(arguments: &mut TopologyDescriptionDestroy) -> Result<(), Failure> {
    arguments.topology.take();
    Ok(())
}

pub fn platform_name(arguments: &mut TopologyDescriptionPlatformName) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.platform_name = Text::of(plugin::NAME);
    Ok(())
}

pub fn platform_version(arguments: &mut TopologyDescriptionPlatformVersion) -> Result<(), Failure> {
    arguments.platform_version = Text::of(arguments.topology.get()?.version());
    Ok(())
}

pub fn get_device_descriptions(
    arguments: &mut TopologyDescriptionGetDeviceDescriptions,
) -> Result<(), Failure> {
    arguments.descriptions = List::of(arguments.topology.get()?.handles());
    Ok(())
}

pub fn attributes(arguments: &mut TopologyDescriptionAttributes) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.attributes = List::<NamedValue>::of(&[]);
    Ok(())
}

pub fn serialize(arguments: &mut TopologyDescriptionSerialize) -> Result<(), Failure> {
    arguments.serialized = OwnedBytes::of(arguments.topology.get()?.to_bytes());
    Ok(())
}

pub fn deserialize(arguments: &mut TopologyDescriptionDeserialize) -> Result<(), Failure> {
    let topology = TopologyDescription::from_bytes(arguments.serialized_topology.bytes());
    let topology = topology.ok_or_else(|| {
        Failure::invalid(
            "expected the bytes of a topology that hloom serialized, found other bytes",
        )
    })?;
    arguments.topology = Handle::give(topology);
    Ok(())
}

pub fn fingerprint(arguments: &mut TopologyDescriptionFingerprint) -> Result<(), Failure> {
    arguments.fingerprint = arguments.topology.get()?.fingerprint();
    Ok(())
}

pub fn get_memory_space_kind_ids(
    arguments: &mut TopologyDescriptionGetMemorySpaceKindIds,
) -> Result<(), Failure> {
    arguments.topology.get()?;
    arguments.memory_space_kind_ids = List::of(&KIND_IDS);
    Ok(())
}
