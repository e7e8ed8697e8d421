// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices of a plugin in C: their memory, and a queue from which `hloom-device` makes streams.
//!
//! Each command runs when it is submitted, on the thread of the stream: the functions of a plugin
//! return when their work is done. Copies on the device go through the host.

use super::failure::Failure;
use super::functions::ffi::{Functions, Handle, Part};
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Event, Kernel, Stream, StreamExecutor,
};
use hloom_device::DeviceId;
use hloom_device::stream::{Command, Completion, DeviceEvent, DeviceStream, Launch, Queue};
use hloom_values::AlignedBytes;
use std::any::Any;
use std::sync::Arc;

/// A device of a platform. Clones share it.
#[derive(Clone, Debug)]
pub struct CDevice(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    id: DeviceId,
    functions: Functions,
    description: DeviceDescription,
}

impl CDevice {
    /// Creates a device with the functions of its platform.
    pub fn new(id: DeviceId, functions: Functions, description: DeviceDescription) -> Self {
        Self(Arc::new(Shared { id, functions, description }))
    }
}

impl Shared {
    fn failed(&self, failure: Failure) -> Error {
        failure.into_error(self.id.platform())
    }

    fn write(&self, part: Part, bytes: &[u8]) -> Result<(), Error> {
        let written = self.functions.write(self.id.ordinal(), part, bytes);
        written.map_err(|failure| self.failed(failure))
    }

    fn read(&self, part: Part) -> Result<AlignedBytes, Error> {
        let bytes = part.size;
        let out_of_memory =
            || Error::OutOfMemory { bytes, what: "a copy of a device buffer".to_owned() };
        let mut copy = AlignedBytes::try_zeroed(bytes).ok_or_else(out_of_memory)?;
        let read = self.functions.read(self.id.ordinal(), part, &mut copy);
        read.map_err(|failure| self.failed(failure))?;
        Ok(copy)
    }
}

/// Memory of a device, which the plugin frees when this object is dropped.
#[derive(Debug)]
struct CMemory {
    device: Arc<Shared>,
    memory: Handle,
    bytes: usize,
}

impl DeviceMemory for CMemory {
    fn byte_size(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> u64 {
        self.memory.number()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for CMemory {
    fn drop(&mut self) {
        self.device.functions.release(self.device.id.ordinal(), self.memory);
    }
}

/// Returns the part of a device's memory that a buffer covers.
///
/// # Errors
/// Fails if the buffer belongs to another device.
pub fn part(buffer: &DeviceBuffer, device: &DeviceId) -> Result<Part, Error> {
    let memory = buffer.memory().as_any().downcast_ref::<CMemory>();
    let memory = memory.filter(|memory| memory.device.id == *device).ok_or_else(|| {
        device.error("expected a buffer of this device, found one of another device")
    })?;
    Ok(Part { memory: memory.memory, offset: buffer.range().start, size: buffer.byte_size() })
}

impl StreamExecutor for CDevice {
    fn ordinal(&self) -> usize {
        self.0.id.ordinal()
    }

    fn description(&self) -> DeviceDescription {
        self.0.description.clone()
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        let allocated = self.0.functions.allocate(self.0.id.ordinal(), bytes);
        let memory = allocated.map_err(|failure| match failure.is_out_of_memory() {
            true => Error::OutOfMemory { bytes, what: "a device buffer".to_owned() },
            false => self.0.failed(failure),
        })?;
        let device = Arc::clone(&self.0);
        Ok(DeviceBuffer::new(Arc::new(CMemory { device, memory, bytes })))
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        let queue = Arc::new(CQueue(Arc::clone(&self.0)));
        Ok(Box::new(DeviceStream::new(Box::new(self.clone()), queue)?))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        Ok(Arc::new(DeviceEvent::new(&self.0.id)))
    }

    fn load_kernel(&self, _binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        Err(Error::unsupported(self.0.id.platform(), format!("loading kernel `{name}`")))
    }
}

/// The queue of a stream of a device.
struct CQueue(Arc<Shared>);

impl CQueue {
    fn run(&self, command: &Command) -> Result<(), Error> {
        let part = |buffer: &DeviceBuffer| part(buffer, &self.0.id);
        match command {
            Command::CopyFromHost { source, destination } => {
                self.0.write(part(destination)?, source)
            }
            Command::CopyOnDevice { source, destination } => {
                let bytes = self.0.read(part(source)?)?;
                self.0.write(part(destination)?, &bytes)
            }
            Command::Fill { destination, value } => {
                self.0.write(part(destination)?, &vec![*value; destination.byte_size()])
            }
            Command::Launch(launch) => self.check_launch(launch),
        }
    }
}

impl Queue for CQueue {
    fn device(&self) -> &DeviceId {
        &self.0.id
    }

    fn check_buffer(&self, buffer: &DeviceBuffer) -> Result<(), Error> {
        part(buffer, &self.0.id).map(drop)
    }

    fn check_launch(&self, launch: &Launch) -> Result<(), Error> {
        let what = format!("launching kernel `{}`", launch.kernel.name());
        Err(Error::unsupported(self.0.id.platform(), what))
    }

    fn submit(&self, command: &Arc<Command>, done: Completion<()>) {
        done.finish(self.run(command));
    }

    fn read(&self, source: &DeviceBuffer, done: Completion<AlignedBytes>) {
        done.finish(part(source, &self.0.id).and_then(|part| self.0.read(part)));
    }
}
