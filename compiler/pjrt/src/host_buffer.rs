// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Values between the caller's memory and devices.

use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{
    BufferToHostBuffer, ClientBufferFromHostBuffer, ClientCreateViewOfDeviceBuffer,
};
use crate::c_api::values::{Handle, HostMemory};
use crate::client::Client;
use crate::device::Device;
use crate::element_type;
use crate::event::Event;
use crate::failure::{Code, Failure};
use crate::layout::{extent, for_each_run, is_row_major, row_major, strides};
use crate::lent::Lent;
use crate::memory::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::profiler;
use hloom_compiler::interface::{DeviceBuffer, LentBytes};
use hloom_compiler::literal::AlignedBytes;
use hloom_compiler::{ElementType, Literal, Shape};
use std::sync::Arc;

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

/// Puts a value on a device.
///
/// # Errors
/// If the device has no memory for it.
pub fn to_device(
    client: &Client,
    device: &Device,
    literal: &Literal,
) -> Result<DeviceBuffer, Failure> {
    let _ongoing = profiler::begin(
        || profiler::device(device.description.id),
        || format!("copy {} to the device", literal.shape()),
    );
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
    let _ongoing = profiler::begin(
        || profiler::device(device.description.id),
        || format!("copy {shape} to the host"),
    );
    let mut stream = device.executor.create_stream()?;
    Ok(client.platform.transfer_manager().to_host(&mut *stream, buffer, shape)?)
}

/// How the caller lets its memory be used as that of the buffer: read only, or not even that.
const ZERO_COPY: [i32; 2] = [2, 3];

/// Uses the caller's memory where it may and can, else copies at once, so that the caller may
/// reuse it.
pub fn buffer_from_host_buffer(arguments: &mut ClientBufferFromHostBuffer) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let shape = shape_of(element_type::of_number(arguments.r#type)?, arguments.dims.get())?;
    let layout = MemoryLayout::asked(&arguments.device_layout, &shape)?;
    let strides = match arguments.byte_strides.get() {
        [] => row_major(&shape),
        strides if strides.len() == shape.rank() => strides.to_vec(),
        _ => return Err(Failure::invalid(format!("strides of another rank than that of {shape}"))),
    };
    let (id, data, done) = (memory.facts.id, arguments.data, Event::default());
    let (stored, strides) = (layout.stored(&shape), layout.in_memory(&strides));
    let release = done.clone();
    let content = if ZERO_COPY.contains(&arguments.host_buffer_semantics) {
        adopt_or_read(client, id, stored, &strides, data, move || release.happen(Ok(())))?
    } else {
        done.happen(Ok(()));
        read(client, id, stored, &strides, data)?
    };
    arguments.buffer = Handle::give(Buffer::new(client.clone(), id, shape, layout, content)?);
    arguments.done_with_host_buffer = Handle::give(done);
    Ok(())
}

/// Uses what others have in the host's memory, or a copy where its order or alignment are not
/// those of buffers, and tells them when it is not used any more.
pub fn create_view_of_device_buffer(
    arguments: &mut ClientCreateViewOfDeviceBuffer,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let device = client.device(memory.facts.device)?;
    if !device.is_host {
        return Err(Failure::unimplemented("views of the memory of a device that is not the host"));
    }
    let shape = shape_of(element_type::of_number(arguments.element_type)?, arguments.dims.get())?;
    let strides = match arguments.layout.get_if_any() {
        Some(layout) => strides(layout, &shape)?,
        None => row_major(&shape),
    };
    let (id, data) = (memory.facts.id, arguments.device_buffer_ptr);
    let callback = arguments.on_delete_callback;
    let release = move || callback.call(data);
    let content = adopt_or_read(client, id, shape.clone(), &strides, data, release)?;
    let layout = MemoryLayout::row_major(shape.rank());
    arguments.buffer = Handle::give(Buffer::new(client.clone(), id, shape, layout, content)?);
    Ok(())
}

/// The value that an array of the host's is, or a copy if it cannot be used as it is. The array
/// is released when it is used no more.
fn adopt_or_read(
    client: &Client,
    memory: usize,
    shape: Shape,
    strides: &[i64],
    data: HostMemory,
    release: impl FnOnce() + Send + Sync + 'static,
) -> Result<Arc<Content>, Failure> {
    let device = client.device(memory / KINDS.len())?;
    let size = shape.byte_size().unwrap_or(0);
    let lent: Arc<dyn LentBytes> = Arc::new(Lent::new(data, size, release));
    let is_whole = shape.element_type.fills_bytes();
    let is_usable = size > 0 && is_whole && is_row_major(&shape, strides) && !data.is_null();
    match is_usable.then(|| device.executor.adopt(&lent)).flatten() {
        Some(adopted) => Ok(Content::ready(adopted, &device.usage)),
        None => read(client, memory, shape, strides, data),
    }
}

/// Copies an array of the host's to a memory.
fn read(
    client: &Client,
    memory: usize,
    shape: Shape,
    strides: &[i64],
    data: HostMemory,
) -> Result<Arc<Content>, Failure> {
    let mut bytes = bytes_for(&shape)?;
    if data.is_null() && !bytes.is_empty() {
        return Err(Failure::invalid("the host's buffer is null"));
    }
    for_each_run(&shape, strides, |place, dense, count| {
        bytes[dense..dense + count].copy_from_slice(data.bytes(place, count));
    });
    shape.element_type.clear_unused_bits(&mut bytes);
    let literal = Literal::from_aligned_bytes(shape, bytes);
    content_of(client, memory, &literal.map_err(|error| Failure::invalid(error.to_string()))?)
}

/// A value on a device.
///
/// # Errors
/// If the device has no memory for it.
pub fn content_of(
    client: &Client,
    memory: usize,
    literal: &Literal,
) -> Result<Arc<Content>, Failure> {
    let device = client.device(memory / KINDS.len())?;
    Ok(Content::ready(to_device(client, device, literal)?, &device.usage))
}

/// Copies once the value is there, in the order of the buffer if none is asked for.
pub fn to_host_buffer(arguments: &mut BufferToHostBuffer) -> Result<(), Failure> {
    let buffer = arguments.src.get()?;
    let (shape, stored) = (buffer.shape().clone(), buffer.stored_shape());
    let strides = match arguments.host_layout.get_if_any() {
        Some(layout) => buffer.layout().in_memory(&strides(layout, &shape)?),
        None => row_major(&stored),
    };
    let size = extent(&stored, &strides)?;
    if arguments.dst.is_null() {
        arguments.dst_size = size;
        return Ok(());
    }
    if arguments.dst_size < size {
        let given = arguments.dst_size;
        return Err(Failure::invalid(format!("{given} bytes are too few for {shape}")));
    }
    let to = arguments.dst;
    let copied = when_ready(buffer, move |literal| {
        let bytes = literal.bytes();
        for_each_run(literal.shape(), &strides, |place, dense, count| {
            to.write(place, &bytes[dense..dense + count]);
        });
    })?;
    arguments.event = Handle::give(copied);
    Ok(())
}

/// Does something with the value once it is there; the event says when that is done.
///
/// # Errors
/// If the buffer has no value any more.
pub fn when_ready(
    buffer: &Buffer,
    task: impl FnOnce(&Literal) + Send + 'static,
) -> Result<Event, Failure> {
    let (client, shape, content) = (buffer.client(), buffer.stored_shape(), buffer.content()?);
    let (event, number) = (Event::default(), buffer.device_number());
    let (owner, done) = (client.clone(), event.clone());
    client.device(number)?.queue.do_or_enqueue(move || {
        done.happen(Failure::catching("a copy to the host", || {
            let device = owner.device(number)?;
            task(&to_host(&owner, device, content.wait()?, &shape)?);
            Ok(())
        }));
    });
    Ok(event)
}
