// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Client` for its devices, memories and properties.

use crate::c_api::key_value_store::Callbacks;
use crate::c_api::structs::{
    ClientAddressableDevices, ClientAddressableMemories, ClientCreate,
    ClientDefaultDeviceAssignment, ClientDestroy, ClientDevices, ClientDmaMap, ClientDmaUnmap,
    ClientLookupAddressableDevice, ClientLookupDevice, ClientPlatformName, ClientPlatformVersion,
    ClientProcessIndex, ClientTopologyDescription, ClientUpdateGlobalProcessInfo,
};
use crate::c_api::values::{Handle, List, Text};
use crate::client::Client;
use crate::failure::{Code, Failure};
use crate::options::ClientOptions;
use crate::plugin;

pub fn create(arguments: &mut ClientCreate) -> Result<(), Failure> {
    let options = ClientOptions::read(arguments.create_options.get())?;
    let store = Callbacks::new(arguments.kv_callbacks);
    arguments.client = Handle::give(Client::new(&options, store.as_ref().map(|it| it as _))?);
    Ok(())
}

pub fn destroy(arguments: &mut ClientDestroy) -> Result<(), Failure> {
    arguments.client.take();
    Ok(())
}

pub fn platform_name(arguments: &mut ClientPlatformName) -> Result<(), Failure> {
    arguments.client.get()?;
    arguments.platform_name = Text::of(plugin::NAME);
    Ok(())
}

pub fn process_index(arguments: &mut ClientProcessIndex) -> Result<(), Failure> {
    arguments.process_index = arguments.client.get()?.process() as i32;
    Ok(())
}

pub fn platform_version(arguments: &mut ClientPlatformVersion) -> Result<(), Failure> {
    arguments.platform_version = Text::of(&arguments.client.get()?.version);
    Ok(())
}

pub fn topology_description(arguments: &mut ClientTopologyDescription) -> Result<(), Failure> {
    arguments.topology = Handle::to(arguments.client.get()?.topology());
    Ok(())
}

pub fn devices(arguments: &mut ClientDevices) -> Result<(), Failure> {
    arguments.devices = List::of(arguments.client.get()?.device_handles());
    Ok(())
}

pub fn addressable_devices(arguments: &mut ClientAddressableDevices) -> Result<(), Failure> {
    arguments.addressable_devices = List::of(arguments.client.get()?.local_device_handles());
    Ok(())
}

pub fn addressable_memories(arguments: &mut ClientAddressableMemories) -> Result<(), Failure> {
    arguments.addressable_memories = List::of(arguments.client.get()?.memory_handles());
    Ok(())
}

pub fn lookup_device(arguments: &mut ClientLookupDevice) -> Result<(), Failure> {
    let id = usize::try_from(arguments.id).unwrap_or(usize::MAX);
    arguments.device = Handle::to(arguments.client.get()?.device(id)?);
    Ok(())
}

pub fn lookup_addressable_device(
    arguments: &mut ClientLookupAddressableDevice,
) -> Result<(), Failure> {
    let id = usize::try_from(arguments.local_hardware_id).unwrap_or(usize::MAX);
    let handles = arguments.client.get()?.local_device_handles();
    arguments.addressable_device = *handles.get(id).ok_or_else(|| {
        let count = handles.len();
        let message = format!("local device {id}: expected a local device number below {count}");
        Failure::new(Code::NotFound, message)
    })?;
    Ok(())
}

/// Assigns devices to all partitions of the first replica, then to all partitions of the second
/// replica, and so on. Uses the devices of this process if there are enough, and otherwise the
/// devices 0, 1, ... of all processes.
///
/// # Errors
/// Fails if the client has fewer devices than replicas times partitions, or if the caller's array
/// has fewer elements than replicas times partitions.
pub fn default_device_assignment(
    arguments: &mut ClientDefaultDeviceAssignment,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let count = client.devices.len();
    let counts = [arguments.num_replicas, arguments.num_partitions];
    let [replicas, partitions] = counts.map(|count| usize::try_from(count).unwrap_or(0));
    let wanted = replicas.checked_mul(partitions).filter(|wanted| (1..=count).contains(wanted));
    let wanted = wanted.ok_or_else(|| {
        Failure::invalid(format!(
            "cannot place {replicas} replicas of {partitions} partitions on {count} devices"
        ))
    })?;
    if arguments.default_assignment_size < wanted {
        let size = arguments.default_assignment_size;
        return Err(Failure::invalid(format!(
            "default device assignment: expected an output array for {wanted} devices, found one \
             for {size}"
        )));
    }
    let local = client.local_devices();
    let first = if wanted <= local.len() { local.start } else { 0 };
    for index in 0..wanted {
        arguments.default_assignment.set(index, (first + index) as i32);
    }
    Ok(())
}

/// Does nothing: transfers work with any host memory, without registration for DMA.
pub fn dma_map(arguments: &mut ClientDmaMap) -> Result<(), Failure> {
    Ok(arguments.client.get().map(drop)?)
}

pub fn dma_unmap(arguments: &mut ClientDmaUnmap) -> Result<(), Failure> {
    Ok(arguments.client.get().map(drop)?)
}

/// Does nothing, because the communicator itself notices which processes are alive.
pub fn update_global_process_info(
    arguments: &mut ClientUpdateGlobalProcessInfo,
) -> Result<(), Failure> {
    Ok(arguments.client.get().map(drop)?)
}
