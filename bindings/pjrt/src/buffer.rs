// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Buffers (`PJRT_Buffer`): values on devices, which may still be pending.
//!
//! A [`Buffer`] refers to a [`Content`], which holds the device memory and an event that completes
//! when the value is ready. Values are immutable, so several buffers can share one content.
//! Deletion and donation take the content out of the buffer. The device memory is freed when no
//! buffer, run or external reference holds the content any more.

use crate::client::Client;
use crate::device::{Device, Memory};
use crate::event::Event;
use crate::failure::{Code, Failure};
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use crate::memory_usage::Usage;
use hloom_compiler::Shape;
use hloom_compiler::interface::DeviceBuffer;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The value of a buffer, which is ready or pending. Several buffers may share one content.
pub struct Content {
    event: Event,
    value: OnceLock<DeviceBuffer>,
    usage: Arc<Usage>,
}

impl Content {
    /// Creates content without a value. [`fulfill`](Self::fulfill) provides the value later.
    pub fn pending(usage: &Arc<Usage>) -> Arc<Self> {
        let (event, value) = (Event::default(), OnceLock::new());
        Arc::new(Self { event, value, usage: Arc::clone(usage) })
    }

    /// Creates content that is ready from the start. It holds the device memory `value`, whose size
    /// is added to the memory statistics `usage`.
    pub fn ready(value: DeviceBuffer, usage: &Arc<Usage>) -> Arc<Self> {
        let content = Self::pending(usage);
        content.fulfill(Ok(value));
        content
    }

    /// Completes a pending value with device memory or with a failure.
    pub fn fulfill(&self, outcome: Result<DeviceBuffer, Failure>) {
        self.event.complete(outcome.map(|value| {
            self.usage.add(value.byte_size());
            // `set` cannot fail: each content is completed once.
            let _ = self.value.set(value);
        }));
    }

    /// Returns the event that completes when the value is ready or has failed.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Waits until the value is ready, and returns the value.
    ///
    /// # Errors
    /// Fails if the computation of the value failed.
    pub fn wait(&self) -> Result<&DeviceBuffer, Failure> {
        if self.value.get().is_none() {
            self.event.wait()?;
        }
        let missing = || {
            Failure::new(
                Code::Internal,
                "internal error: the event of a buffer is complete, but the value is missing",
            )
        };
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

/// A buffer: a value in one of the memories of a client.
pub struct Buffer {
    client: Client,
    memory: usize,
    shape: Shape,
    layout: MemoryLayout,
    dims: Vec<i64>,
    is_token: bool,
    held: Mutex<Option<Arc<Content>>>,
    /// One clone of the content for each external reference. The clones keep the device memory
    /// alive.
    references: Mutex<Vec<Arc<Content>>>,
}

impl Buffer {
    /// Creates a buffer with the given content. `memory` is the ID of the memory that holds the
    /// value; `layout` is the order of the elements in the memory.
    ///
    /// # Errors
    /// Fails if a dimension does not fit `i64`.
    pub fn new(
        client: Client,
        memory: usize,
        shape: Shape,
        layout: MemoryLayout,
        content: Arc<Content>,
    ) -> Result<Self, Failure> {
        let dims: Result<Vec<i64>, _> = shape.dims.iter().map(|dim| i64::try_from(*dim)).collect();
        let dims = dims.map_err(|_| {
            Failure::invalid(format!("expected dimension sizes below 2^63, found {shape}"))
        })?;
        let (held, references) = (Mutex::new(Some(content)), Mutex::default());
        let is_token = false;
        Ok(Self { client, memory, shape, layout, dims, is_token, held, references })
    }

    /// Converts the buffer to a token, which callers see as a value without dimensions.
    #[must_use]
    pub fn into_token(self) -> Self {
        Self { is_token: true, dims: Vec::new(), layout: MemoryLayout::row_major(0), ..self }
    }

    /// Returns the client that owns the buffer.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Returns true if the buffer is a token.
    pub fn is_token(&self) -> bool {
        self.is_token
    }

    /// Returns the dimensions of the value as callers see them; empty for a token.
    pub fn dims(&self) -> &[i64] {
        &self.dims
    }

    /// Returns the logical shape of the value, which does not depend on the layout.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the layout of the value; the layout of a token has rank 0.
    pub fn layout(&self) -> &MemoryLayout {
        &self.layout
    }

    /// Returns the shape of the row-major array that represents the value in memory.
    pub fn stored_shape(&self) -> Shape {
        if self.is_token { self.shape.clone() } else { self.layout.stored(&self.shape) }
    }

    /// Returns true if the buffer can be passed for a parameter with this layout, whose value has
    /// the shape `shape` in memory.
    pub fn is_stored_as(&self, shape: &Shape, layout: &MemoryLayout) -> bool {
        match self.is_token || layout.is_row_major() && self.layout == *layout {
            true => self.shape == *shape,
            false => self.layout == *layout && self.layout.stored(&self.shape) == *shape,
        }
    }

    /// Returns the id of the device that holds the buffer.
    pub fn device_number(&self) -> usize {
        self.memory / KINDS.len()
    }

    /// Returns the device that holds the buffer.
    ///
    /// # Errors
    /// Fails if the client has no such device.
    pub fn device(&self) -> Result<&Device, Failure> {
        self.client.device(self.device_number())
    }

    /// Returns the memory that holds the buffer.
    pub fn memory(&self) -> &Memory {
        &self.client.memories[self.memory]
    }

    fn held(&self) -> MutexGuard<'_, Option<Arc<Content>>> {
        // No code panics while the lock is held.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the content of the buffer.
    ///
    /// # Errors
    /// Fails if the buffer was deleted or donated.
    pub fn content(&self) -> Result<Arc<Content>, Failure> {
        self.held().clone().ok_or_else(gone)
    }

    /// Moves the content out of the buffer. From then on, the buffer counts as donated.
    ///
    /// # Errors
    /// Fails if the buffer was deleted or donated.
    pub fn donate(&self) -> Result<Arc<Content>, Failure> {
        self.held().take().ok_or_else(gone)
    }

    /// Deletes the value of the buffer. Has no effect if the buffer was already deleted or donated.
    pub fn delete(&self) {
        let content = self.held().take();
        // The content is dropped after the lock is released. Dropping an external buffer calls its
        // owner back, who may query this buffer.
        drop(content);
    }

    /// Returns true if the buffer was deleted or donated.
    pub fn is_deleted(&self) -> bool {
        self.held().is_none()
    }

    fn references(&self) -> MutexGuard<'_, Vec<Arc<Content>>> {
        // No code panics while the lock is held.
        self.references.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an external reference, which keeps the device memory of the buffer alive.
    ///
    /// # Errors
    /// Fails if the buffer was deleted or donated.
    pub fn add_reference(&self) -> Result<(), Failure> {
        self.references().push(self.content()?);
        Ok(())
    }

    /// Removes one external reference.
    ///
    /// # Errors
    /// Fails if the buffer has no external reference.
    pub fn remove_reference(&self) -> Result<(), Failure> {
        let one = self.references().pop();
        one.map(drop).ok_or_else(|| {
            Failure::invalid("cannot remove an external reference from a buffer that has none")
        })
    }

    /// Waits until the value of the buffer is ready, and returns the address of the value in host
    /// memory.
    ///
    /// # Errors
    /// Fails if the device does not use host memory, if the buffer was deleted or donated, or if
    /// the computation of its value failed.
    pub fn host_address(&self) -> Result<usize, Failure> {
        if !self.device()?.local()?.is_host {
            let message = "buffer addresses are supported only for devices that use host memory";
            return Err(Failure::unimplemented(message));
        }
        Ok(self.content()?.wait()?.address() as usize)
    }
}

fn gone() -> Failure {
    Failure::invalid("the buffer has been deleted or donated")
}
