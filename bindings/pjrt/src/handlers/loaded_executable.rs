// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_LoadedExecutable`, and the functions that load executables.

use super::executable::check_format;
use crate::c_api::structs::{
    ClientCompile, ClientLoad, ExecutableDeserializeAndLoad,
    LoadedExecutableAddressableDeviceLogicalIds, LoadedExecutableAddressableDevices,
    LoadedExecutableDelete, LoadedExecutableDestroy, LoadedExecutableFingerprint,
    LoadedExecutableGetDeviceAssignment, LoadedExecutableGetExecutable, LoadedExecutableIsDeleted,
};
use crate::c_api::values::{Handle, List, OwnedBytes, Text};
use crate::executable::{Executable, LoadedExecutable};
use crate::failure::Failure;

pub fn compile(arguments: &mut ClientCompile) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let program = arguments.program.get()?;
    check_format(program)?;
    let options = arguments.compile_options.bytes();
    let executable = Executable::compile(client, program.code.bytes(), options)?;
    // No options: the devices are those of the compile options, which the executable has.
    let loaded = LoadedExecutable::new(client.clone(), executable, &[])?;
    arguments.executable = Handle::give(loaded);
    Ok(())
}

pub fn load(arguments: &mut ClientLoad) -> Result<(), Failure> {
    let (client, executable) = (arguments.client.get()?, arguments.executable.get()?);
    let options = arguments.compile_options.bytes();
    let loaded = LoadedExecutable::new(client.clone(), executable.clone(), options)?;
    arguments.loaded_executable = Handle::give(loaded);
    Ok(())
}

pub fn deserialize_and_load(arguments: &mut ExecutableDeserializeAndLoad) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let executable = Executable::deserialize(client, arguments.serialized_executable.bytes())?;
    let options = arguments.overridden_serialized_compile_options.bytes();
    let loaded = LoadedExecutable::new(client.clone(), executable, options)?;
    arguments.loaded_executable = Handle::give(loaded);
    Ok(())
}

pub fn destroy(arguments: &mut LoadedExecutableDestroy) -> Result<(), Failure> {
    arguments.executable.take();
    Ok(())
}

pub fn get_executable(arguments: &mut LoadedExecutableGetExecutable) -> Result<(), Failure> {
    let executable = arguments.loaded_executable.get()?.executable.clone();
    arguments.executable = Handle::give(executable);
    Ok(())
}

pub fn get_device_assignment(
    arguments: &mut LoadedExecutableGetDeviceAssignment,
) -> Result<(), Failure> {
    let assignment = &arguments.executable.get()?.assignment;
    arguments.serialized = OwnedBytes::of(assignment.to_bytes());
    Ok(())
}

pub fn addressable_devices(
    arguments: &mut LoadedExecutableAddressableDevices,
) -> Result<(), Failure> {
    arguments.addressable_devices = List::of(&arguments.executable.get()?.device_handles);
    Ok(())
}

pub fn addressable_device_logical_ids(
    arguments: &mut LoadedExecutableAddressableDeviceLogicalIds,
) -> Result<(), Failure> {
    let ids = &arguments.executable.get()?.logical_ids;
    arguments.addressable_device_logical_ids = List::of(ids);
    Ok(())
}

pub fn delete(arguments: &mut LoadedExecutableDelete) -> Result<(), Failure> {
    arguments.executable.get()?.delete();
    Ok(())
}

pub fn is_deleted(arguments: &mut LoadedExecutableIsDeleted) -> Result<(), Failure> {
    arguments.is_deleted = arguments.executable.get()?.is_deleted().into();
    Ok(())
}

pub fn fingerprint(arguments: &mut LoadedExecutableFingerprint) -> Result<(), Failure> {
    let fingerprint = &arguments.executable.get()?.executable.program.fingerprint;
    arguments.executable_fingerprint = Text::of(fingerprint);
    Ok(())
}
