// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Buffers: values on devices, which may still be computed.

use crate::c_api::structs::{
    BufferDecreaseExternalReferenceCount, BufferDelete, BufferDestroy, BufferDevice,
    BufferDimensions, BufferDynamicDimensionIndices, BufferElementType, BufferGetMemoryLayout,
    BufferIncreaseExternalReferenceCount, BufferIsDeleted, BufferIsOnCpu, BufferMemory,
    BufferOnDeviceSizeInBytes, BufferOpaqueDeviceMemoryDataPointer, BufferReadyEvent,
    BufferUnpaddedDimensions, BufferUnsafePointer,
};
use crate::c_api::values::{Handle, List};
use crate::client::Client;
use crate::device::Usage;
use crate::element_type;
use crate::event::Event;
use crate::failure::{Code, Failure};
use crate::memory::KINDS;
use crate::memory_layout::MemoryLayout;
use hloom_compiler::Shape;
use hloom_compiler::interface::DeviceBuffer;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A value that is there or still to come. Several buffers may have the same.
pub struct Content {
    event: Event,
    value: OnceLock<DeviceBuffer>,
    usage: Arc<Usage>,
}

impl Content {
    /// A value that is still to come.
    pub fn pending(usage: &Arc<Usage>) -> Arc<Self> {
        let (event, value) = (Event::default(), OnceLock::new());
        Arc::new(Self { event, value, usage: Arc::clone(usage) })
    }

    /// A value that is there.
    pub fn ready(value: DeviceBuffer, usage: &Arc<Usage>) -> Arc<Self> {
        let content = Self::pending(usage);
        content.fulfill(Ok(value));
        content
    }

    /// Says what the value is, or why there is none.
    pub fn fulfill(&self, outcome: Result<DeviceBuffer, Failure>) {
        self.event.happen(outcome.map(|value| {
            self.usage.add(value.byte_size());
            // There is one value, and it comes once.
            let _ = self.value.set(value);
        }));
    }

    /// When it is there.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The value, once it is there.
    ///
    /// # Errors
    /// Why it does not come.
    pub fn wait(&self) -> Result<&DeviceBuffer, Failure> {
        if self.value.get().is_none() {
            self.event.wait()?;
        }
        let missing = || Failure::new(Code::Internal, "a value is ready and not there");
        self.value.get().ok_or_else(missing)
    }
}

impl Drop for Content {
    fn drop(&mut self) {
        if let Some(value) = self.value.get() {
            self.usage.remove(value.byte_size());
        }
    }
}

/// A buffer.
pub struct Buffer {
    client: Client,
    memory: usize,
    shape: Shape,
    layout: MemoryLayout,
    dims: Vec<i64>,
    is_token: bool,
    held: Mutex<Option<Arc<Content>>>,
    /// For each use of the value's memory from outside, the value, so that it stays there.
    references: Mutex<Vec<Arc<Content>>>,
}

impl Buffer {
    /// A buffer of a value in a memory of a client, where it is in the order of a layout.
    ///
    /// # Errors
    /// If the value is too large for the interface.
    pub fn new(
        client: Client,
        memory: usize,
        shape: Shape,
        layout: MemoryLayout,
        content: Arc<Content>,
    ) -> Result<Self, Failure> {
        let dims: Result<Vec<i64>, _> = shape.dims.iter().map(|dim| i64::try_from(*dim)).collect();
        let dims = dims.map_err(|_| Failure::invalid(format!("{shape} is too large")))?;
        let (held, references) = (Mutex::new(Some(content)), Mutex::default());
        let is_token = false;
        Ok(Self { client, memory, shape, layout, dims, is_token, held, references })
    }

    /// The same as a token, which has no dimensions for others.
    #[must_use]
    pub fn into_token(self) -> Self {
        Self { is_token: true, dims: Vec::new(), layout: MemoryLayout::row_major(0), ..self }
    }

    /// Whose it is.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The type of the value.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The layout of the value; that of a token has no dimensions.
    pub fn layout(&self) -> &MemoryLayout {
        &self.layout
    }

    /// The type that the value has in memory, row by row.
    pub fn stored_shape(&self) -> Shape {
        if self.is_token { self.shape.clone() } else { self.layout.stored(&self.shape) }
    }

    /// Whether a program can take it that takes what is stored in memory as this.
    pub fn is_stored_as(&self, shape: &Shape, layout: &MemoryLayout) -> bool {
        match self.is_token || layout.is_row_major() && self.layout == *layout {
            true => self.shape == *shape,
            false => self.layout == *layout && self.layout.stored(&self.shape) == *shape,
        }
    }

    /// The number of its device.
    pub fn device_number(&self) -> usize {
        self.memory / KINDS.len()
    }

    fn held(&self) -> MutexGuard<'_, Option<Arc<Content>>> {
        // Nothing can panic while it is held.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub fn content(&self) -> Result<Arc<Content>, Failure> {
        self.held().clone().ok_or_else(gone)
    }

    /// The value, which the buffer has no longer.
    ///
    /// # Errors
    /// If the buffer was deleted or donated.
    pub fn donate(&self) -> Result<Arc<Content>, Failure> {
        self.held().take().ok_or_else(gone)
    }

    fn references(&self) -> MutexGuard<'_, Vec<Arc<Content>>> {
        // As above.
        self.references.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the value is in the host's memory.
    fn host_address(&self) -> Result<usize, Failure> {
        if !self.client.device(self.device_number())?.is_host {
            return Err(Failure::unimplemented("addresses of a device that is not the host"));
        }
        Ok(self.content()?.wait()?.address() as usize)
    }
}

fn gone() -> Failure {
    Failure::invalid("the buffer has been deleted or donated")
}

pub fn destroy(arguments: &mut BufferDestroy) -> Result<(), Failure> {
    arguments.buffer.take();
    Ok(())
}

pub fn element_type(arguments: &mut BufferElementType) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    arguments.r#type = match buffer.is_token {
        true => element_type::TOKEN,
        false => element_type::number_of(buffer.shape.element_type)?,
    };
    Ok(())
}

pub fn dimensions(arguments: &mut BufferDimensions) -> Result<(), Failure> {
    arguments.dims = List::of(&arguments.buffer.get()?.dims);
    Ok(())
}

pub fn unpadded_dimensions(arguments: &mut BufferUnpaddedDimensions) -> Result<(), Failure> {
    arguments.unpadded_dims = List::of(&arguments.buffer.get()?.dims);
    Ok(())
}

/// All sizes are known.
pub fn dynamic_dimension_indices(
    arguments: &mut BufferDynamicDimensionIndices,
) -> Result<(), Failure> {
    arguments.buffer.get()?;
    arguments.dynamic_dim_indices = List::of(&[]);
    Ok(())
}

/// Without tiles.
pub fn get_memory_layout(arguments: &mut BufferGetMemoryLayout) -> Result<(), Failure> {
    let order = List::of(arguments.buffer.get()?.layout.minor_to_major());
    arguments.layout.kind = 0;
    arguments.layout.fields.dimensions = order;
    arguments.layout.fields.num_tiles = 0;
    Ok(())
}

pub fn on_device_size_in_bytes(arguments: &mut BufferOnDeviceSizeInBytes) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let transfers = buffer.client.platform.transfer_manager();
    arguments.on_device_size_in_bytes = transfers.byte_size(&buffer.shape)?;
    Ok(())
}

pub fn delete(arguments: &mut BufferDelete) -> Result<(), Failure> {
    let content = arguments.buffer.get()?.held().take();
    // The buffer is not locked any more: whoever lent the memory may ask about it.
    drop(content);
    Ok(())
}

pub fn is_deleted(arguments: &mut BufferIsDeleted) -> Result<(), Failure> {
    arguments.is_deleted = arguments.buffer.get()?.held().is_none().into();
    Ok(())
}

pub fn is_on_cpu(arguments: &mut BufferIsOnCpu) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    let device = buffer.client.device(buffer.device_number())?;
    arguments.is_on_cpu = device.is_host.into();
    Ok(())
}

pub fn device(arguments: &mut BufferDevice) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    arguments.device = Handle::to(buffer.client.device(buffer.device_number())?);
    Ok(())
}

pub fn memory(arguments: &mut BufferMemory) -> Result<(), Failure> {
    let buffer = arguments.buffer.get()?;
    arguments.memory = Handle::to(&buffer.client.memories[buffer.memory]);
    Ok(())
}

/// A buffer that is gone is ready, and says so.
pub fn ready_event(arguments: &mut BufferReadyEvent) -> Result<(), Failure> {
    let content = arguments.buffer.get()?.content();
    let event = content.map_or_else(|gone| Event::happened(Err(gone)), |it| it.event().clone());
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
    let buffer = arguments.buffer.get()?;
    buffer.references().push(buffer.content()?);
    Ok(())
}

pub fn decrease_external_reference_count(
    arguments: &mut BufferDecreaseExternalReferenceCount,
) -> Result<(), Failure> {
    let one = arguments.buffer.get()?.references().pop();
    one.map(drop).ok_or_else(|| Failure::invalid("the buffer has no reference from outside"))
}
