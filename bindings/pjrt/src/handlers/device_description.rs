// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_DeviceDescription`.

use crate::c_api::structs::{
    DeviceDescriptionAttributes, DeviceDescriptionDebugString, DeviceDescriptionId,
    DeviceDescriptionKind, DeviceDescriptionProcessIndex, DeviceDescriptionToString,
};
use crate::c_api::values::{CountedList, NamedValue, Text};
use crate::failure::Failure;

pub fn id(arguments: &mut DeviceDescriptionId) -> Result<(), Failure> {
    arguments.id = arguments.device_description.get()?.id as i32;
    Ok(())
}

pub fn process_index(arguments: &mut DeviceDescriptionProcessIndex) -> Result<(), Failure> {
    arguments.process_index = arguments.device_description.get()?.process as i32;
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
