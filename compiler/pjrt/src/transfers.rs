// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Values from buffer to buffer, and buffers that have none yet.

use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{
    BufferCopyRawToHost, BufferCopyToDevice, BufferCopyToMemory, ClientCreateErrorBuffer,
    ClientCreateUninitializedBuffer,
};
use crate::c_api::values::Handle;
use crate::element_type;
use crate::failure::Failure;
use crate::host_buffer::{content_of, shape_of, to_device, to_host, when_ready};
use crate::memory::KINDS;
use crate::memory_layout::MemoryLayout;
use hloom_compiler::Literal;

/// A buffer of the same value in another memory.
fn copy(buffer: &Buffer, memory: usize) -> Result<Buffer, Failure> {
    let (client, shape, content) = (buffer.client(), buffer.shape().clone(), buffer.content()?);
    let (stored, layout) = (buffer.stored_shape(), buffer.layout().clone());
    let (from, to) = (buffer.device_number(), memory / KINDS.len());
    if from == to {
        // Values do not change: both have the same one.
        return Buffer::new(client.clone(), memory, shape, layout, content);
    }
    let copied = Content::pending(&client.device(to)?.usage);
    let copy = Buffer::new(client.clone(), memory, shape, layout, copied.clone())?;
    let owner = client.clone();
    let order = client.order();
    client.device(to)?.queue.enqueue(move || {
        copied.fulfill(Failure::catching("a copy between devices", || {
            let literal = to_host(&owner, owner.device(from)?, content.wait()?, &stored)?;
            to_device(&owner, owner.device(to)?, &literal)
        }));
    });
    drop(order);
    Ok(copy)
}

pub fn copy_to_device(arguments: &mut BufferCopyToDevice) -> Result<(), Failure> {
    let device = arguments.dst_device.get()?.description.id;
    let copy = copy(arguments.buffer.get()?, device * KINDS.len())?;
    arguments.dst_buffer = Handle::give(copy);
    Ok(())
}

pub fn copy_to_memory(arguments: &mut BufferCopyToMemory) -> Result<(), Failure> {
    let memory = arguments.dst_memory.get()?.facts.id;
    arguments.dst_buffer = Handle::give(copy(arguments.buffer.get()?, memory)?);
    Ok(())
}

/// Copies a part of the bytes, once they are there.
pub fn copy_raw_to_host(arguments: &mut BufferCopyRawToHost) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let all = buffer.shape().byte_size().unwrap_or(0);
    let start = usize::try_from(arguments.offset).ok();
    let part = start.zip(usize::try_from(arguments.transfer_size).ok());
    let part = part.and_then(|(start, size)| Some(start..start.checked_add(size)?));
    let part = part.filter(|part| part.end <= all).ok_or_else(|| {
        Failure::invalid(format!("a part that {all} bytes do not have is to be copied"))
    })?;
    let to = arguments.dst;
    let copied = when_ready(buffer, move |literal| to.write(0, &literal.bytes()[part]))?;
    arguments.event = Handle::give(copied);
    Ok(())
}

/// A buffer of zeros.
pub fn create_uninitialized_buffer(
    arguments: &mut ClientCreateUninitializedBuffer,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let ty = element_type::of_number(arguments.shape_element_type)?;
    let shape = shape_of(ty, arguments.shape_dims.get())?;
    let layout = MemoryLayout::asked(&arguments.shape_layout, &shape)?;
    let zeros = Literal::zeros(layout.stored(&shape));
    let zeros = zeros.map_err(|error| Failure::invalid(error.to_string()))?;
    let (client, id) = (client.clone(), memory.facts.id);
    let content = content_of(&client, id, &zeros)?;
    arguments.buffer = Handle::give(Buffer::new(client, id, shape, layout, content)?);
    Ok(())
}

/// A buffer whose value failed to come.
pub fn create_error_buffer(arguments: &mut ClientCreateErrorBuffer) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &Handle::none())?;
    let ty = element_type::of_number(arguments.shape_element_type)?;
    let shape = shape_of(ty, arguments.shape_dims.get())?;
    let content = Content::pending(&client.device(memory.facts.device)?.usage);
    let (code, message) = (arguments.error_code, arguments.error_message.text());
    content.fulfill(Err(Failure { code, message }));
    let layout = MemoryLayout::asked(&arguments.shape_layout, &shape)?;
    let buffer = Buffer::new(client.clone(), memory.facts.id, shape, layout, content)?;
    arguments.buffer = Handle::give(buffer);
    Ok(())
}
