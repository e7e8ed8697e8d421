// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Values between the caller's memory and devices.

use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{
    BufferMemoryLayout, BufferToHostBuffer, ClientBufferFromHostBuffer,
    ClientCreateViewOfDeviceBuffer,
};
use crate::c_api::values::{Handle, HostMemory};
use crate::client::Client;
use crate::device::Device;
use crate::element_type;
use crate::event::Event;
use crate::failure::{Code, Failure};
use crate::layout::{for_each_run, is_row_major, row_major, strides};
use crate::memory::KINDS;
use hloom_compiler::interface::DeviceBuffer;
use hloom_compiler::literal::AlignedBytes;
use hloom_compiler::{ElementType, Literal, Shape};

/// The type of an array of the caller's.
///
/// # Errors
/// If there are no such elements, or a size is negative or too large.
pub fn shape_of(ty: ElementType, dims: &[i64]) -> Result<Shape, Failure> {
    let dims: Result<Vec<usize>, _> = dims.iter().map(|dim| usize::try_from(*dim)).collect();
    let dims = dims.map_err(|_| Failure::invalid("an array has a negative size"))?;
    let shape = Shape::new(ty, dims);
    match shape.byte_size() {
        Some(_) => Ok(shape),
        None => Err(Failure::new(Code::ResourceExhausted, format!("{shape} is too large"))),
    }
}

/// Bytes for a value, zeros.
fn bytes_for(shape: &Shape) -> Result<AlignedBytes, Failure> {
    let bytes = shape.byte_size().unwrap_or(usize::MAX);
    AlignedBytes::try_zeroed(bytes).ok_or_else(|| {
        Failure::new(Code::ResourceExhausted, format!("out of memory: {bytes} bytes for {shape}"))
    })
}

/// Refuses a layout on the device that is not the one there is.
fn check_layout(layout: &Handle<BufferMemoryLayout>, shape: &Shape) -> Result<(), Failure> {
    let Some(layout) = layout.get_if_any() else { return Ok(()) };
    let strides = strides(layout, shape)?;
    if is_row_major(shape, &strides) {
        return Ok(());
    }
    Err(Failure::unimplemented(format!("{shape} on a device in another order than row by row")))
}

/// Puts a value on a device.
///
/// # Errors
/// If the device has no memory for it.
pub fn to_device(
    client: &Client,
    device: &Device,
    literal: &Literal,
) -> Result<DeviceBuffer, Failure> {
    let mut stream = device.executor.create_stream()?;
    let buffer = client.platform.transfer_manager().to_device(&mut *stream, literal)?;
    stream.synchronize()?;
    Ok(buffer)
}

/// Takes a value from a device.
///
/// # Errors
/// If the device fails.
pub fn to_host(
    client: &Client,
    device: &Device,
    buffer: &DeviceBuffer,
    shape: &Shape,
) -> Result<Literal, Failure> {
    let mut stream = device.executor.create_stream()?;
    Ok(client.platform.transfer_manager().to_host(&mut *stream, buffer, shape)?)
}

/// Copies at once, whatever the caller would allow, so that it may reuse its memory.
pub fn buffer_from_host_buffer(arguments: &mut ClientBufferFromHostBuffer) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let shape = shape_of(element_type::of_number(arguments.r#type)?, arguments.dims.get())?;
    check_layout(&arguments.device_layout, &shape)?;
    let strides = match arguments.byte_strides.get() {
        [] => row_major(&shape),
        strides if strides.len() == shape.rank() => strides.to_vec(),
        _ => return Err(Failure::invalid(format!("strides of another rank than that of {shape}"))),
    };
    let buffer = read(client, memory.facts.id, shape, &strides, arguments.data)?;
    arguments.buffer = Handle::give(buffer);
    arguments.done_with_host_buffer = Handle::give(Event::happened(Ok(())));
    Ok(())
}

/// Copies what others have in the host's memory, and tells them that it is not used any more.
pub fn create_view_of_device_buffer(
    arguments: &mut ClientCreateViewOfDeviceBuffer,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let device = client.device(memory.facts.device)?;
    if !device.executor.description().has_host_memory {
        return Err(Failure::unimplemented("views of the memory of a device that is not the host"));
    }
    let shape = shape_of(element_type::of_number(arguments.element_type)?, arguments.dims.get())?;
    let strides = match arguments.layout.get_if_any() {
        Some(layout) => strides(layout, &shape)?,
        None => row_major(&shape),
    };
    let buffer = read(client, memory.facts.id, shape, &strides, arguments.device_buffer_ptr)?;
    arguments.buffer = Handle::give(buffer);
    arguments.on_delete_callback.call(arguments.device_buffer_ptr);
    Ok(())
}

/// Copies an array of the host's to a memory.
fn read(
    client: &Client,
    memory: usize,
    shape: Shape,
    strides: &[i64],
    data: HostMemory,
) -> Result<Buffer, Failure> {
    let device = client.device(memory / KINDS.len())?;
    let mut bytes = bytes_for(&shape)?;
    if data.is_null() && !bytes.is_empty() {
        return Err(Failure::invalid("the host's buffer is null"));
    }
    for_each_run(&shape, strides, |place, dense, count| {
        bytes[dense..dense + count].copy_from_slice(data.bytes(place, count));
    });
    let literal = Literal::from_aligned_bytes(shape.clone(), bytes);
    let literal = literal.map_err(|error| Failure::invalid(error.to_string()))?;
    let content = Content::ready(to_device(client, device, &literal)?, &device.usage);
    Buffer::new(client.clone(), memory, shape, content)
}

/// Copies once the value is there.
pub fn to_host_buffer(arguments: &mut BufferToHostBuffer) -> Result<(), Failure> {
    let buffer = arguments.src.get()?;
    let shape = buffer.shape().clone();
    let strides = match arguments.host_layout.get_if_any() {
        Some(layout) => strides(layout, &shape)?,
        None => row_major(&shape),
    };
    let size = shape.byte_size().unwrap_or(usize::MAX);
    if arguments.dst.is_null() {
        arguments.dst_size = size;
        return Ok(());
    }
    if arguments.dst_size < size {
        let given = arguments.dst_size;
        return Err(Failure::invalid(format!("{given} bytes are too few for {shape}")));
    }
    let (content, client, to) = (buffer.content()?, buffer.client().clone(), arguments.dst);
    let (event, number) = (Event::default(), buffer.device_number());
    arguments.event = Handle::give(event.clone());
    let copy = move || {
        let device = client.device(number);
        let outcome = device.and_then(|device| {
            let literal = to_host(&client, device, content.wait()?, &shape)?;
            write(to, &literal, &strides);
            Ok(())
        });
        event.happen(outcome);
    };
    buffer.client().device(number)?.queue.do_or_enqueue(copy);
    Ok(())
}

fn write(to: HostMemory, literal: &Literal, strides: &[i64]) {
    let bytes = literal.bytes();
    for_each_run(literal.shape(), strides, |place, dense, count| {
        to.write(place, &bytes[dense..dense + count]);
    });
}
