// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around devices, and around their memory, events and kernels, that turn panics into
//! errors.

use super::guard::{Guard, Guarded};
use super::stream::GuardedStream;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Event, ExternalBytes, Kernel, Stream,
    StreamExecutor,
};
use std::any::Any;
use std::sync::Arc;

/// A device whose panics become errors.
pub struct GuardedExecutor {
    guard: Guard,
    inner: Guarded<Arc<dyn StreamExecutor>>,
    ordinal: usize,
    description: DeviceDescription,
}

impl GuardedExecutor {
    /// Guards a device, and caches the properties whose methods cannot return an error.
    ///
    /// # Errors
    /// Fails if one of these calls panics.
    pub fn new(guard: Guard, inner: Arc<dyn StreamExecutor>) -> Result<Self, Error> {
        let inner = Guarded::new(guard, inner);
        let ordinal = guard.ask("StreamExecutor::ordinal", || inner.ordinal())?;
        let description = guard.ask("StreamExecutor::description", || inner.description())?;
        Ok(Self { guard, inner, ordinal, description })
    }
}

/// Guards the memory of a buffer.
///
/// # Errors
/// Fails if the memory panics, or if the buffer exceeds its memory.
pub fn guarded_buffer(guard: Guard, buffer: DeviceBuffer) -> Result<DeviceBuffer, Error> {
    let range = buffer.range();
    let memory = GuardedMemory {
        guard,
        size: guard.ask("DeviceMemory::byte_size", || buffer.memory().byte_size())?,
        address: guard.ask("DeviceMemory::address", || buffer.memory().address())?,
        is_external: guard.ask("DeviceMemory::is_external", || buffer.memory().is_external())?,
        inner: Guarded::new(guard, buffer.memory().clone()),
    };
    drop(buffer);
    let all = DeviceBuffer::new(Arc::new(memory));
    all.slice(range).ok_or_else(|| guard.error("a buffer is larger than its memory".to_owned()))
}

impl StreamExecutor for GuardedExecutor {
    fn ordinal(&self) -> usize {
        self.ordinal
    }

    fn description(&self) -> DeviceDescription {
        self.description.clone()
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        let buffer = self.guard.call("StreamExecutor::allocate", || self.inner.allocate(bytes))?;
        guarded_buffer(self.guard, buffer)
    }

    fn import(&self, bytes: &Arc<dyn ExternalBytes>) -> Option<DeviceBuffer> {
        let inner = Guarded::new(self.guard, Arc::clone(bytes));
        let bytes: Arc<dyn ExternalBytes> = Arc::new(GuardedBytes { guard: self.guard, inner });
        let import = || self.inner.import(&bytes);
        let buffer = self.guard.tell("StreamExecutor::import", None, import)?;
        self.guard.report_failure(guarded_buffer(self.guard, buffer))
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        let create = || self.inner.create_stream();
        let stream = self.guard.call("StreamExecutor::create_stream", create)?;
        let executor = Self::new(self.guard, Arc::clone(&self.inner))?;
        Ok(Box::new(GuardedStream::new(self.guard, stream, Box::new(executor))))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        let event =
            self.guard.call("StreamExecutor::create_event", || self.inner.create_event())?;
        let inner = Guarded::new(self.guard, event);
        Ok(Arc::new(GuardedEvent { guard: self.guard, inner }))
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let load = || self.inner.load_kernel(binary, name);
        guarded_kernel(self.guard, self.guard.call("StreamExecutor::load_kernel", load)?)
    }

    fn load_kernels(&self, binary: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        let load = || self.inner.load_kernels(binary, names);
        let kernels = self.guard.call("StreamExecutor::load_kernels", load)?;
        kernels.into_iter().map(|kernel| guarded_kernel(self.guard, kernel)).collect()
    }
}

#[derive(Debug)]
struct GuardedMemory {
    guard: Guard,
    inner: Guarded<Arc<dyn DeviceMemory>>,
    size: usize,
    address: u64,
    is_external: bool,
}

impl DeviceMemory for GuardedMemory {
    fn byte_size(&self) -> usize {
        self.size
    }

    fn address(&self) -> u64 {
        self.address
    }

    fn is_external(&self) -> bool {
        self.is_external
    }

    fn as_any(&self) -> &dyn Any {
        self.guard.tell("DeviceMemory::as_any", self as _, || self.inner.as_any())
    }
}

/// An external buffer whose panics become errors, for import by the other side of the plugin
/// boundary.
#[derive(Debug)]
struct GuardedBytes {
    guard: Guard,
    inner: Guarded<Arc<dyn ExternalBytes>>,
}

impl ExternalBytes for GuardedBytes {
    fn bytes(&self) -> &[u8] {
        self.guard.tell("ExternalBytes::bytes", &[], || self.inner.bytes())
    }
}

struct GuardedEvent {
    guard: Guard,
    inner: Guarded<Arc<dyn Event>>,
}

impl Event for GuardedEvent {
    fn has_happened(&self) -> bool {
        self.guard.tell("Event::has_happened", true, || self.inner.has_happened())
    }

    fn wait(&self) -> Result<(), Error> {
        self.guard.call("Event::wait", || self.inner.wait())
    }

    fn as_any(&self) -> &dyn Any {
        self.guard.tell("Event::as_any", self as _, || self.inner.as_any())
    }
}

struct GuardedKernel {
    guard: Guard,
    inner: Guarded<Arc<dyn Kernel>>,
    name: String,
}

fn guarded_kernel(guard: Guard, kernel: Arc<dyn Kernel>) -> Result<Arc<dyn Kernel>, Error> {
    let inner = Guarded::new(guard, kernel);
    let name = guard.ask("Kernel::name", || inner.name().to_owned())?;
    Ok(Arc::new(GuardedKernel { guard, inner, name }))
}

impl Kernel for GuardedKernel {
    fn name(&self) -> &str {
        &self.name
    }

    fn as_any(&self) -> &dyn Any {
        self.guard.tell("Kernel::as_any", self as _, || self.inner.as_any())
    }
}
