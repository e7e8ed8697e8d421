// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices with their memory, streams, events and kernels, modeled on XLA's StreamExecutor.

use crate::Error;
use hloom_values::AlignedBytes;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::{Arc, mpsc};

/// A device. It may be used from any thread.
pub trait StreamExecutor: Send + Sync {
    /// Returns the device's number among the platform's devices, counted from 0.
    fn ordinal(&self) -> usize;

    /// Returns the properties of the device.
    fn description(&self) -> DeviceDescription;

    /// Allocates device memory with undefined content.
    ///
    /// The memory is freed when the last [`DeviceBuffer`] that shares it is dropped.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the allocation fails.
    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error>;

    /// Imports an external buffer of the host as device memory, without a copy.
    ///
    /// Returns `None` if the device cannot do so: if it has its own memory, encodes elements
    /// differently from literals, or needs a larger alignment than the bytes have. The bytes are
    /// dropped with the last [`DeviceBuffer`] that shares them.
    fn import(&self, _bytes: &Arc<dyn ExternalBytes>) -> Option<DeviceBuffer> {
        None
    }

    /// Creates a stream.
    ///
    /// # Errors
    /// Fails if the device cannot provide another stream.
    fn create_stream(&self) -> Result<Box<dyn Stream>, Error>;

    /// Creates an event that has not happened.
    ///
    /// # Errors
    /// Fails if the device cannot provide another event.
    fn create_event(&self) -> Result<Arc<dyn Event>, Error>;

    /// Loads the kernel `name` from a binary in the device's own format.
    ///
    /// # Errors
    /// Fails if the binary is invalid or lacks the kernel. A device that does not run kernels
    /// returns [`Error::Unsupported`].
    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error>;

    /// Loads several kernels of a binary, in the order of `names`. A device on which loading a
    /// binary takes long overrides this method, and loads the binary only once.
    ///
    /// # Errors
    /// Fails under the same conditions as [`StreamExecutor::load_kernel`].
    fn load_kernels(&self, binary: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        names.iter().map(|name| self.load_kernel(binary, name)).collect()
    }
}

/// A queue of work for a device. The work runs in the order in which it is enqueued.
///
/// Two streams run independently, unless one waits for an event that is recorded on the other.
/// After the first failure, the stream skips all later work until [`Stream::synchronize`] returns
/// the failure.
pub trait Stream: Send {
    /// Returns the device of the stream.
    fn executor(&self) -> &dyn StreamExecutor;

    /// Enqueues a copy of host bytes to the start of a buffer, which must be at least as long.
    ///
    /// # Errors
    /// Fails if the buffer is too short or belongs to another device.
    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error>;

    /// Enqueues a copy of a buffer to the host.
    ///
    /// The device calls `receive` with the bytes on a thread of its choice.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error>;

    /// Enqueues a copy between two buffers of the device, of equal size and without overlap.
    ///
    /// # Errors
    /// Fails if the sizes differ or a buffer belongs to another device.
    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error>;

    /// Enqueues an operation that sets every byte of a buffer to `value`.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error>;

    /// Enqueues a launch of a kernel of the same device.
    ///
    /// # Errors
    /// Fails if the kernel does not accept the arguments or the launch dimensions.
    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error>;

    /// Enqueues a call of a function on the host. An error of the function becomes the stream's
    /// failure.
    ///
    /// The function must not wait for this stream.
    ///
    /// # Errors
    /// Fails if the call cannot be enqueued.
    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error>;

    /// Enqueues the recording of an event of the same device: the event happens when the stream
    /// reaches this point.
    ///
    /// # Errors
    /// Fails if the event belongs to another device.
    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error>;

    /// Enqueues a wait for an event of the same device.
    ///
    /// A stream must have recorded the event beforehand; otherwise, it depends on the device
    /// whether the stream waits.
    ///
    /// # Errors
    /// Fails if the event belongs to another device.
    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error>;

    /// Blocks the calling thread until all enqueued work is done.
    ///
    /// # Errors
    /// Returns the first failure of the work enqueued so far. The stream is usable again
    /// afterwards.
    fn synchronize(&mut self) -> Result<(), Error>;
}

/// Waits for a stream, and returns the bytes of a buffer.
///
/// # Errors
/// Returns the failure of the stream.
pub fn read(stream: &mut dyn Stream, buffer: &DeviceBuffer) -> Result<AlignedBytes, Error> {
    let (sender, receiver) = mpsc::channel();
    let receive = move |bytes| {
        // Sending fails only if the wait below has failed and dropped the receiver.
        let _ = sender.send(bytes);
    };
    stream.copy_to_host(buffer, Box::new(receive))?;
    stream.synchronize()?;
    let dropped = |_| Error::Internal("the stream discarded a copy to the host".to_owned());
    receiver.recv().map_err(dropped)?
}

/// A callback that receives the bytes of a copy to the host, or the failure of the copy.
pub type ReceiveBytes = Box<dyn FnOnce(Result<AlignedBytes, Error>) + Send>;

/// A host function that a stream calls.
pub type HostCallback = Box<dyn FnOnce() -> Result<(), Error> + Send>;

/// A point in the work of a stream for which other streams and the host can wait.
pub trait Event: Send + Sync {
    /// Returns true if a stream has recorded the event and the recorded work is done.
    fn has_happened(&self) -> bool;

    /// Blocks the calling thread until the event has happened.
    ///
    /// # Errors
    /// Fails if the device fails before the event happens.
    fn wait(&self) -> Result<(), Error>;

    /// Returns the event as `Any`, so that its platform can downcast it.
    fn as_any(&self) -> &dyn Any;
}

/// A function that a device can launch.
pub trait Kernel: Send + Sync {
    /// Returns the name by which the kernel was loaded.
    fn name(&self) -> &str;

    /// Returns the kernel as `Any`, so that its platform can downcast it.
    fn as_any(&self) -> &dyn Any;
}

/// The numbers of groups and threads of a launch, innermost dimension first. Unused dimensions
/// are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchDimensions {
    /// Number of thread groups in each dimension.
    pub groups: [u32; 3],
    /// Number of threads of a group in each dimension.
    pub threads: [u32; 3],
    /// Size in bytes of the memory that the threads of a group share.
    pub shared_bytes: u32,
}

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub enum KernelArgument {
    /// The address of device memory.
    Buffer(DeviceBuffer),
    /// A value in the kernel's own representation.
    Value(Vec<u8>),
}

/// The name of a device, the size of its memory, its number of cores, and whether it shares the
/// memory of the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceDescription {
    /// The vendor's name of the device.
    pub name: String,
    /// The size of the device's memory in bytes, if known.
    pub memory_bytes: Option<u64>,
    /// The number of the device's cores or equivalent units.
    pub cores: usize,
    /// Whether the device and the host share memory and addresses.
    pub has_host_memory: bool,
}

/// An external buffer: immutable host memory that a device imports without a copy.
///
/// The owner must not change the bytes before this object is dropped.
pub trait ExternalBytes: Debug + Send + Sync {
    /// Returns the bytes of the external buffer. Every call must return the same address.
    fn bytes(&self) -> &[u8];
}

/// An allocation of device memory, freed when dropped. Backends implement this trait.
pub trait DeviceMemory: Debug + Send + Sync {
    /// Returns the size of the allocation in bytes.
    fn byte_size(&self) -> usize;

    /// Returns the address of the first byte in the device's address space.
    ///
    /// The host can use the address only if [`DeviceDescription::has_host_memory`] is true.
    fn address(&self) -> u64;

    /// Returns true if the memory is an [external buffer](ExternalBytes), which is read-only.
    fn is_external(&self) -> bool {
        false
    }

    /// Returns the memory as `Any`, so that its platform can downcast it.
    fn as_any(&self) -> &dyn Any;
}

/// A range of device memory. All clones share the memory.
///
/// The caller must use events to prevent data races: while one stream writes the buffer, no
/// other stream may use it.
#[derive(Clone, Debug)]
pub struct DeviceBuffer {
    memory: Arc<dyn DeviceMemory>,
    range: Range<usize>,
}

impl DeviceBuffer {
    /// Creates a buffer that covers all of `memory`.
    pub fn new(memory: Arc<dyn DeviceMemory>) -> Self {
        let range = 0..memory.byte_size();
        Self { memory, range }
    }

    /// Returns the size of the buffer in bytes.
    pub fn byte_size(&self) -> usize {
        self.range.len()
    }

    /// Returns the address of the first byte in the device's address space.
    pub fn address(&self) -> u64 {
        self.memory.address() + self.range.start as u64
    }

    /// Returns the memory that contains the buffer.
    pub fn memory(&self) -> &Arc<dyn DeviceMemory> {
        &self.memory
    }

    /// Returns the byte range of the buffer within its memory.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the given byte range of the buffer, or `None` if it is out of bounds.
    pub fn slice(&self, part: Range<usize>) -> Option<Self> {
        let within = part.start <= part.end && part.end <= self.byte_size();
        within.then(|| Self {
            memory: Arc::clone(&self.memory),
            range: self.range.start + part.start..self.range.start + part.end,
        })
    }

    /// Returns true if two buffers have bytes in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.memory, &other.memory)
            && self.range.start < other.range.end
            && other.range.start < self.range.end
    }
}
