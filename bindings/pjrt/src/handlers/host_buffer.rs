// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transfers between host memory and devices, and views of host memory.
//!
//! A buffer uses the caller's memory without a copy if the caller permits it and the device can
//! import the memory. The caller's array must be dense and aligned, its elements must be in the
//! order of the buffer's layout, and its element type must use every bit of its bytes. Otherwise,
//! the bytes are copied.

use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{
    BufferToHostBuffer, ClientBufferFromHostBuffer, ClientCreateViewOfDeviceBuffer,
};
use crate::c_api::values::{Handle, HostMemory};
use crate::client::Client;
use crate::device::LocalDevice;
use crate::element_type;
use crate::event::Event;
use crate::external_buffer::ExternalBuffer;
use crate::failure::{Code, Failure};
use crate::layout::{extent, for_each_run, is_row_major, row_major, strides};
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::profiler;
use hloom_compiler::interface::{DeviceBuffer, ExternalBytes};
use hloom_compiler::{ElementType, Literal, Shape};
use hloom_values::{ALIGNMENT, AlignedBytes};
use std::sync::Arc;

/// Returns the shape of a caller's array with the given element type and dimensions.
///
/// # Errors
/// Fails if a dimension is negative, or the array has 2^63 bytes or more.
pub fn shape_of(ty: ElementType, dims: &[i64]) -> Result<Shape, Failure> {
    let dims: Result<Vec<usize>, _> = dims.iter().map(|dim| usize::try_from(*dim)).collect();
    let dims = dims.map_err(|_| {
        Failure::invalid("expected dimension sizes of at least 0, found a negative size")
    })?;
    let shape = Shape::new(ty, dims);
    match shape.byte_size() {
        Some(_) => Ok(shape),
        None => {
            let message = format!("expected an array below 2^63 bytes, found {shape}");
            Err(Failure::new(Code::ResourceExhausted, message))
        }
    }
}

/// Allocates zeroed host memory for a value of the given shape.
///
/// # Errors
/// Fails if the host is out of memory.
fn bytes_for(shape: &Shape) -> Result<AlignedBytes, Failure> {
    let bytes = shape.byte_size().unwrap_or(usize::MAX);
    AlignedBytes::try_zeroed(bytes).ok_or_else(|| {
        Failure::new(Code::ResourceExhausted, format!("out of memory: {bytes} bytes for {shape}"))
    })
}

/// Copies a value to a device, waits for the copy, and returns the device memory.
///
/// # Errors
/// Fails if the device is out of memory or the copy fails.
pub fn to_device(
    client: &Client,
    device: &LocalDevice,
    literal: &Literal,
) -> Result<DeviceBuffer, Failure> {
    let _ongoing = profiler::begin(
        || profiler::device(device.id),
        || format!("copy {} to the device", literal.shape()),
    );
    let mut stream = device.executor.create_stream()?;
    let buffer = client.platform.transfer_manager().to_device(&mut *stream, literal)?;
    stream.synchronize()?;
    Ok(buffer)
}

/// Copies a value from a device to the host and waits for the copy.
///
/// # Errors
/// Fails if the copy fails.
pub fn to_host(
    client: &Client,
    device: &LocalDevice,
    buffer: &DeviceBuffer,
    shape: &Shape,
) -> Result<Literal, Failure> {
    let _ongoing =
        profiler::begin(|| profiler::device(device.id), || format!("copy {shape} to the host"));
    let mut stream = device.executor.create_stream()?;
    Ok(client.platform.transfer_manager().to_host(&mut *stream, buffer, shape)?)
}

/// The values of `PJRT_HostBufferSemantics` that permit a buffer to use the caller's memory:
/// `kImmutableZeroCopy` and `kMutableZeroCopy`.
const ZERO_COPY: [i32; 2] = [2, 3];

/// Creates a buffer from an array of the caller. Imports the caller's memory if the host buffer
/// semantics permit the import and the device can use the memory. Otherwise, copies the memory
/// before returning, so that the caller may reuse it at once.
pub fn buffer_from_host_buffer(arguments: &mut ClientBufferFromHostBuffer) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let shape = shape_of(element_type::of_number(arguments.r#type)?, arguments.dims.get())?;
    let layout = MemoryLayout::requested(&arguments.device_layout, &shape)?;
    let strides = match arguments.byte_strides.get() {
        [] => row_major(&shape),
        strides if strides.len() == shape.rank() => strides.to_vec(),
        strides => {
            let (rank, found) = (shape.rank(), strides.len());
            return Err(Failure::invalid(format!(
                "{shape}: expected {rank} strides of the host buffer, found {found}"
            )));
        }
    };
    let (id, data, done) = (memory.properties.id, arguments.data, Event::default());
    let (stored, strides) = (layout.stored(&shape), layout.in_memory(&strides));
    let release = done.clone();
    let content = if ZERO_COPY.contains(&arguments.host_buffer_semantics) {
        import_or_copy(client, id, stored, &strides, data, move || release.complete(Ok(())))?
    } else {
        done.complete(Ok(()));
        read(client, id, stored, &strides, data)?
    };
    arguments.buffer = Handle::give(Buffer::new(client.clone(), id, shape, layout, content)?);
    arguments.done_with_host_buffer = Handle::give(done);
    Ok(())
}

/// Creates a buffer from an array in host memory that another library owns. The buffer uses this
/// memory, or a copy of it if the order or the alignment of the array is not suitable. Calls
/// `on_delete_callback` when the array is no longer in use.
pub fn create_view_of_device_buffer(
    arguments: &mut ClientCreateViewOfDeviceBuffer,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let memory = client.memory(&arguments.memory, &arguments.device)?;
    let device = client.local(memory.properties.device)?;
    if !device.is_host {
        let message = "views of device memory are supported only for devices that use host memory";
        return Err(Failure::unimplemented(message));
    }
    let shape = shape_of(element_type::of_number(arguments.element_type)?, arguments.dims.get())?;
    let strides = match arguments.layout.get_if_any() {
        Some(layout) => strides(layout, &shape)?,
        None => row_major(&shape),
    };
    let (id, data) = (memory.properties.id, arguments.device_buffer_ptr);
    let callback = arguments.on_delete_callback;
    let release = move || callback.call(data);
    let content = import_or_copy(client, id, shape.clone(), &strides, data, release)?;
    let layout = MemoryLayout::row_major(shape.rank());
    arguments.buffer = Handle::give(Buffer::new(client.clone(), id, shape, layout, content)?);
    Ok(())
}

/// Imports an array in host memory, or copies it if the device cannot use it directly. Calls
/// `release` when the array is no longer in use: after the copy, or when the imported buffer is
/// freed.
fn import_or_copy(
    client: &Client,
    memory: usize,
    shape: Shape,
    strides: &[i64],
    data: HostMemory,
    release: impl FnOnce() + Send + Sync + 'static,
) -> Result<Arc<Content>, Failure> {
    let device = client.local(memory / KINDS.len())?;
    let size = shape.byte_size().unwrap_or(0);
    let external: Arc<dyn ExternalBytes> = Arc::new(ExternalBuffer::new(data, size, release));
    let is_whole = shape.element_type.fills_bytes();
    // XLA's CPU client copies arrays that are aligned to less. Callers may rely on such copies: they
    // write arrays of NumPy, most of which are aligned to 16 bytes, after passing them.
    let is_aligned = || external.bytes().as_ptr().addr().is_multiple_of(ALIGNMENT);
    let is_dense = is_row_major(&shape, strides) && !data.is_null();
    let is_usable = size > 0 && is_whole && is_dense && is_aligned();
    match is_usable.then(|| device.executor.import(&external)).flatten() {
        Some(imported) => Ok(Content::ready(imported, &device.usage)),
        None => read(client, memory, shape, strides, data),
    }
}

/// Copies a strided array in host memory to a memory of a device, and returns the content for a
/// buffer.
fn read(
    client: &Client,
    memory: usize,
    shape: Shape,
    strides: &[i64],
    data: HostMemory,
) -> Result<Arc<Content>, Failure> {
    let mut bytes = bytes_for(&shape)?;
    if data.is_null() && !bytes.is_empty() {
        let message = "expected a pointer to the host buffer, found null";
        return Err(Failure::invalid(format!("{shape}: {message}")));
    }
    for_each_run(&shape, strides, |place, dense, count| {
        bytes[dense..dense + count].copy_from_slice(data.bytes(place, count));
    });
    shape.element_type.clear_unused_bits(&mut bytes);
    let literal = Literal::from_aligned_bytes(shape, bytes);
    content_of(client, memory, &literal.map_err(|error| Failure::invalid(error.to_string()))?)
}

/// Copies a value to the device of the memory with the ID `memory`, and returns the content for a
/// buffer.
///
/// # Errors
/// Fails if the device is out of memory or the copy fails.
pub fn content_of(
    client: &Client,
    memory: usize,
    literal: &Literal,
) -> Result<Arc<Content>, Failure> {
    let device = client.local(memory / KINDS.len())?;
    Ok(Content::ready(to_device(client, device, literal)?, &device.usage))
}

/// Copies a buffer to the caller's host memory once the value of the buffer is ready. If the caller
/// requests no layout, the elements keep the order that they have in the buffer. If the pointer to
/// the host memory is null, returns only the required size.
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
        return Err(Failure::invalid(format!(
            "expected a host buffer of at least {size} bytes for {shape}, found {given} bytes"
        )));
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

/// Runs a task with the value of a buffer, which is copied to the host, once the value is ready.
/// The returned event completes when the task ends. The event fails if the computation of the value
/// or the copy to the host fails.
///
/// # Errors
/// Fails if the buffer was deleted or donated.
pub fn when_ready(
    buffer: &Buffer,
    task: impl FnOnce(&Literal) + Send + 'static,
) -> Result<Event, Failure> {
    let (client, shape, content) = (buffer.client(), buffer.stored_shape(), buffer.content()?);
    let (event, number) = (Event::default(), buffer.device_number());
    let (owner, done) = (client.clone(), event.clone());
    client.local(number)?.queue.run_or_enqueue(move || {
        done.complete(Failure::catching("the copy of a buffer to the host", || {
            let device = owner.local(number)?;
            task(&to_host(&owner, device, content.wait()?, &shape)?);
            Ok(())
        }));
    });
    Ok(event)
}
