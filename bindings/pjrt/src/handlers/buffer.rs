// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Handlers of `PJRT_Buffer` functions, except for copies.

use crate::c_api::structs::{
    BufferDecreaseExternalReferenceCount, BufferDelete, BufferDestroy, BufferDevice,
    BufferDimensions, BufferDynamicDimensionIndices, BufferElementType, BufferGetMemoryLayout,
    BufferIncreaseExternalReferenceCount, BufferIsDeleted, BufferIsOnCpu, BufferMemory,
    BufferOnDeviceSizeInBytes, BufferOpaqueDeviceMemoryDataPointer, BufferReadyEvent,
    BufferUnpaddedDimensions, BufferUnsafePointer,
};
use crate::c_api::values::{Handle, List};
use crate::element_type;
use crate::event::Event;
use crate::failure::Failure;

pub fn destroy(arguments: &mut BufferDestroy) -> Result<(), Failure> {
    arguments.buffer.take();
    Ok(())
}

pub fn element_type(arguments: &mut BufferElementType) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    arguments.r#type = match buffer.is_token() {
        true => element_type::TOKEN,
        false => element_type::number_of(buffer.shape().element_type)?,
    };
    Ok(())
}

pub fn dimensions(arguments: &mut BufferDimensions) -> Result<(), Failure> {
    arguments.dims = List::of(arguments.buffer.get()?.dims());
    Ok(())
}

pub fn unpadded_dimensions(arguments: &mut BufferUnpaddedDimensions) -> Result<(), Failure> {
    arguments.unpadded_dims = List::of(arguments.buffer.get()?.dims());
    Ok(())
}

/// Returns an empty list of dynamic dimensions: all dimensions are static.
pub fn dynamic_dimension_indices(
    arguments: &mut BufferDynamicDimensionIndices,
) -> Result<(), Failure> {
    arguments.buffer.get()?;
    arguments.dynamic_dim_indices = List::of(&[]);
    Ok(())
}

/// Returns the order of the buffer's dimensions, as a layout of the kind `Tiled` that has no tiles.
pub fn get_memory_layout(arguments: &mut BufferGetMemoryLayout) -> Result<(), Failure> {
    let order = List::of(arguments.buffer.get()?.layout().minor_to_major());
    arguments.layout.kind = 0;
    arguments.layout.fields.dimensions = order;
    arguments.layout.fields.num_tiles = 0;
    Ok(())
}

pub fn on_device_size_in_bytes(arguments: &mut BufferOnDeviceSizeInBytes) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let transfers = buffer.client().platform.transfer_manager();
    arguments.on_device_size_in_bytes = transfers.byte_size(buffer.shape())?;
    Ok(())
}

pub fn delete(arguments: &mut BufferDelete) -> Result<(), Failure> {
    arguments.buffer.get()?.delete();
    Ok(())
}

pub fn is_deleted(arguments: &mut BufferIsDeleted) -> Result<(), Failure> {
    arguments.is_deleted = arguments.buffer.get()?.is_deleted().into();
    Ok(())
}

pub fn is_on_cpu(arguments: &mut BufferIsOnCpu) -> Result<(), Failure> {
    arguments.is_on_cpu = arguments.buffer.get()?.device()?.local()?.is_host.into();
    Ok(())
}

pub fn device(arguments: &mut BufferDevice) -> Result<(), Failure> {
    arguments.device = Handle::to(arguments.buffer.get()?.device()?);
    Ok(())
}

pub fn memory(arguments: &mut BufferMemory) -> Result<(), Failure> {
    arguments.memory = Handle::to(arguments.buffer.get()?.memory());
    Ok(())
}

/// Returns the event that completes when the value is ready. For a deleted or donated buffer,
/// returns an event that has failed.
pub fn ready_event(arguments: &mut BufferReadyEvent) -> Result<(), Failure> {
    let content = arguments.buffer.get()?.content();
    let event = content.map_or_else(|gone| Event::completed(Err(gone)), |it| it.event().clone());
    arguments.event = Handle::give(event);
    Ok(())
}

pub fn raw_pointer(arguments: &mut BufferUnsafePointer) -> Result<(), Failure> {
    arguments.buffer_pointer = arguments.buffer.get()?.host_address()?;
    Ok(())
}

pub fn opaque_device_memory_data_pointer(
    arguments: &mut BufferOpaqueDeviceMemoryDataPointer,
) -> Result<(), Failure> {
    arguments.device_memory_ptr = arguments.buffer.get()?.host_address()?;
    Ok(())
}

pub fn increase_external_reference_count(
    arguments: &mut BufferIncreaseExternalReferenceCount,
) -> Result<(), Failure> {
    arguments.buffer.get()?.add_reference()
}

pub fn decrease_external_reference_count(
    arguments: &mut BufferDecreaseExternalReferenceCount,
) -> Result<(), Failure> {
    arguments.buffer.get()?.remove_reference()
}
