// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Buffers of a plugin, and their transfers.

use crate::pjrt::c_api::{
    Buffer as PluginBuffer, BufferDestroy, BufferDimensions, BufferElementType, BufferToHostBuffer,
    ClientBufferFromHostBuffer,
};
use crate::pjrt::client::{Client, ClientDevice};
use crate::pjrt::failure::Failure;
use hloom_pjrt_c_api::arguments::{Arguments, Header};
use hloom_pjrt_c_api::nested_structs::{BufferMemoryLayout, BufferMemoryLayoutFields, BufferType};
use hloom_pjrt_c_api::values::{Handle, HostMemory, List};
use hloom_values::{AlignedBytes, ElementType, Shape};
use std::ptr;
use std::sync::Arc;

/// `kImmutableOnlyDuringCall` of `PJRT_HostBufferSemantics`: the plugin copies the bytes before the
/// call returns.
const ONLY_DURING_CALL: i32 = 0;

/// A buffer on a device of a plugin.
pub struct Buffer {
    client: Arc<Client>,
    buffer: Handle<PluginBuffer>,
}

impl Buffer {
    /// Copies a tensor to a device. `bytes` contains its elements in the form in which a literal
    /// stores them.
    ///
    /// # Errors
    /// Fails if `bytes` does not have the size of the shape, if PJRT has no buffers of the element
    /// type, or if the plugin returns an error.
    pub fn from_bytes(
        client: &Arc<Client>,
        device: ClientDevice,
        shape: &Shape,
        bytes: &[u8],
    ) -> Result<Self, Failure> {
        if shape.byte_size() != Some(bytes.len()) {
            let found = bytes.len();
            return Err(Failure::unsupported(format!(
                "{shape}: expected as many bytes as the shape has, found {found}"
            )));
        }
        let dims: Vec<_> = shape.dims.iter().map(|dim| *dim as i64).collect();
        let mut arguments = ClientBufferFromHostBuffer::empty();
        arguments.client = client.handle();
        arguments.data = HostMemory::of(bytes);
        arguments.r#type = number_of(shape.element_type)?;
        arguments.dims = List::of(&dims);
        arguments.host_buffer_semantics = ONLY_DURING_CALL;
        arguments.device = device.device;
        // SAFETY: the client and its device are alive. The bytes are as many as the dimensions say,
        // and live until the call returns.
        unsafe {
            client.library().call(|api| api.ClientBufferFromHostBuffer, &mut arguments)?;
        }
        let buffer = Self { client: Arc::clone(client), buffer: arguments.buffer };
        client.library().wait(arguments.done_with_host_buffer)?;
        if buffer.buffer.is_null() {
            let function = ClientBufferFromHostBuffer::NAME;
            let message = "the plugin returned neither a buffer nor an error";
            return Err(Failure::breach(function, message));
        }
        Ok(buffer)
    }

    /// Wraps a buffer whose ownership the plugin has transferred to this process.
    pub(crate) fn of_plugin(client: &Arc<Client>, buffer: Handle<PluginBuffer>) -> Self {
        Self { client: Arc::clone(client), buffer }
    }

    pub(crate) fn handle(&self) -> Handle<PluginBuffer> {
        self.buffer
    }

    /// Returns the element type and the dimensions of the buffer's value.
    ///
    /// # Errors
    /// Fails if hloom does not support the element type, if a dimension is negative, or if the
    /// plugin returns an error.
    pub fn shape(&self) -> Result<Shape, Failure> {
        let library = self.client.library();
        let mut element_type = BufferElementType::empty();
        element_type.buffer = self.buffer;
        let mut dimensions = BufferDimensions::empty();
        dimensions.buffer = self.buffer;
        // SAFETY: the buffer is alive as long as `self`.
        unsafe {
            library.call(|api| api.BufferElementType, &mut element_type)?;
            library.call(|api| api.BufferDimensions, &mut dimensions)?;
        }
        let number = element_type.r#type.0;
        let ty = ElementType::from_pjrt_number(number).ok_or_else(|| {
            let message = format!("the plugin returned the unknown element type number {number}");
            Failure::breach(BufferElementType::NAME, message)
        })?;
        let dims = dimensions.dims.get().iter().map(|dim| usize::try_from(*dim));
        let dims: Result<Vec<_>, _> = dims.collect();
        let dims = dims.map_err(|_| {
            Failure::breach(BufferDimensions::NAME, "the plugin returned a negative dimension size")
        })?;
        Ok(Shape::new(ty, dims))
    }

    /// Copies the value of the buffer to the host, and waits for the copy.
    ///
    /// The result has the bytes of a literal of the shape `shape`. The bits that the elements do
    /// not use are arbitrary.
    ///
    /// # Errors
    /// Fails if the plugin reports a size that differs from the size of the shape, or if the
    /// computation of the value or the transfer fails.
    pub fn read(&self, shape: &Shape) -> Result<AlignedBytes, Failure> {
        let library = self.client.library();
        let order: Vec<_> = (0..shape.rank() as i64).rev().collect();
        let layout = row_major(&order);
        let mut arguments = BufferToHostBuffer::empty();
        arguments.src = self.buffer;
        arguments.host_layout = Handle::to(&layout);
        let size = shape.byte_size().unwrap_or(usize::MAX);
        let mut bytes = AlignedBytes::try_zeroed(size).ok_or_else(|| {
            Failure::breach(
                BufferToHostBuffer::NAME,
                format!("cannot allocate host memory for {shape}"),
            )
        })?;
        // SAFETY: the buffer is alive as long as `self`, and the layout until the call returns. The
        // pointer to the destination is null, with which the plugin only returns a size.
        unsafe { library.call(|api| api.BufferToHostBuffer, &mut arguments) }?;
        library.wait(arguments.event)?;
        let wanted = arguments.dst_size;
        if wanted != size {
            let message =
                format!("expected the plugin to return {size} bytes for {shape}, found {wanted}");
            return Err(Failure::breach(BufferToHostBuffer::NAME, message));
        }
        if size == 0 {
            return Ok(bytes);
        }
        arguments.event = Handle::none();
        arguments.dst = HostMemory::to(&mut bytes);
        arguments.dst_size = size;
        // SAFETY: as above. The destination has `dst_size` bytes, and lives until the wait ends.
        unsafe { library.call(|api| api.BufferToHostBuffer, &mut arguments) }?;
        library.wait(arguments.event)?;
        Ok(bytes)
    }
}

/// Returns a layout without tiles. `order` is its order of dimensions, from the minor-most on.
fn row_major(order: &[i64]) -> BufferMemoryLayout {
    BufferMemoryLayout {
        header: Header::of::<BufferMemoryLayout>(),
        fields: BufferMemoryLayoutFields {
            header: Header::of::<BufferMemoryLayoutFields>(),
            dimensions: List::of(order),
            tile_dims: ptr::null(),
            tile_dim_sizes: ptr::null(),
            num_tiles: 0,
        },
        kind: 0,
    }
}

/// Returns the number that PJRT gives to an element type.
///
/// # Errors
/// Fails if PJRT has no buffers of the type.
pub fn number_of(ty: ElementType) -> Result<BufferType, Failure> {
    let unknown = || Failure::unsupported(format!("PJRT has no element type for buffers of {ty}"));
    ty.pjrt_number().map(BufferType).ok_or_else(unknown)
}

// SAFETY: `pjrt_c_api.h` permits calls on any thread, and the handle is never changed.
unsafe impl Send for Buffer {}
// SAFETY: as for `Send`.
unsafe impl Sync for Buffer {}

impl Drop for Buffer {
    fn drop(&mut self) {
        if self.buffer.is_null() {
            return;
        }
        let mut destroy = BufferDestroy::empty();
        destroy.buffer = self.buffer;
        // A failure to destroy an object cannot be reported anywhere.
        // SAFETY: nobody uses the buffer after `self`.
        let _ = unsafe { self.client.library().call(|api| api.BufferDestroy, &mut destroy) };
    }
}
