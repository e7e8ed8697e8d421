// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Copies from buffer to buffer, and buffers that are created without data from the caller.

use super::host_buffer::{content_of, shape_of, to_device, to_host, when_ready};
use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{
    BufferCopyRawToHost, BufferCopyToDevice, BufferCopyToMemory, ClientCreateErrorBuffer,
    ClientCreateUninitializedBuffer,
};
use crate::c_api::values::Handle;
use crate::element_type;
use crate::failure::Failure;
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use hloom_compiler::Literal;

/// Returns a buffer with the same value in the memory with the ID `memory`. Memories of one device
/// share the value. A copy to another device runs on the queue of that device.
fn copy(buffer: &Buffer, memory: usize) -> Result<Buffer, Failure> {
    let (client, shape, content) = (buffer.client(), buffer.shape().clone(), buffer.content()?);
    let (stored, layout) = (buffer.stored_shape(), buffer.layout().clone());
    let (from, to) = (buffer.device_number(), memory / KINDS.len());
    if from == to {
        // Values are immutable, so that both buffers can share one.
        return Buffer::new(client.clone(), memory, shape, layout, content);
    }
    let copied = Content::pending(&client.local(to)?.usage);
    let copy = Buffer::new(client.clone(), memory, shape, layout, copied.clone())?;
    let owner = client.clone();
    let order = client.order();
    client.local(to)?.queue.enqueue(move || {
        copied.fulfill(Failure::catching("the copy of a buffer between devices", || {
            let literal = to_host(&owner, owner.local(from)?, content.wait()?, &stored)?;
            to_device(&owner, owner.local(to)?, &literal)
        }));
    });
    drop(order);
    Ok(copy)
}

pub fn copy_to_device(arguments: &mut BufferCopyToDevice) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let device = buffer.client().own_device(arguments.dst_device.get()?)?.description.id;
    let copy = copy(buffer, device * KINDS.len())?;
    arguments.dst_buffer = Handle::give(copy);
    Ok(())
}

pub fn copy_to_memory(arguments: &mut BufferCopyToMemory) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let memory = buffer.client().own_memory(arguments.dst_memory.get()?)?.properties.id;
    arguments.dst_buffer = Handle::give(copy(buffer, memory)?);
    Ok(())
}

/// Copies a range of the bytes of a buffer to host memory once the value of the buffer is ready.
pub fn copy_raw_to_host(arguments: &mut BufferCopyRawToHost) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let all = buffer.shape().byte_size().unwrap_or(0);
    let start = usize::try_from(arguments.offset).ok();
    let part = start.zip(usize::try_from(arguments.transfer_size).ok());
    let part = part.and_then(|(start, size)| Some(start..start.checked_add(size)?));
    let part = part.filter(|part| part.end <= all).ok_or_else(|| {
        let (offset, size) = (arguments.offset, arguments.transfer_size);
        Failure::invalid(format!(
            "expected a range within a buffer of {all} bytes, found {size} bytes at offset {offset}"
        ))
    })?;
    let to = arguments.dst;
    let copied = when_ready(buffer, move |literal| to.write(0, &literal.bytes()[part]))?;
    arguments.event = Handle::give(copied);
    Ok(())
}

/// Creates a buffer whose elements are all zero.
pub fn create_uninitialized_buffer(
    arguments: &mut ClientCreateUninitializedBuffer,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let ty = element_type::of_number(arguments.shape_element_type)?;
    let shape = shape_of(ty, arguments.shape_dims.get())?;
    let layout = MemoryLayout::requested(&arguments.shape_layout, &shape)?;
    let zeros = Literal::zeros(layout.stored(&shape));
    let zeros = zeros.map_err(|error| Failure::invalid(error.to_string()))?;
    let (client, id) = (client.clone(), memory.properties.id);
    let content = content_of(&client, id, &zeros)?;
    arguments.buffer = Handle::give(Buffer::new(client, id, shape, layout, content)?);
    Ok(())
}

/// Creates a buffer that has failed with an error that the caller passes.
pub fn create_error_buffer(arguments: &mut ClientCreateErrorBuffer) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &Handle::none())?;
    let ty = element_type::of_number(arguments.shape_element_type)?;
    let shape = shape_of(ty, arguments.shape_dims.get())?;
    let content = Content::pending(&client.local(memory.properties.device)?.usage);
    let (code, message) = (arguments.error_code, arguments.error_message.text());
    content.fulfill(Err(Failure { code, message }));
    let layout = MemoryLayout::requested(&arguments.shape_layout, &shape)?;
    let buffer = Buffer::new(client.clone(), memory.properties.id, shape, layout, content)?;
    arguments.buffer = Handle::give(buffer);
    Ok(())
}
