// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices: memory, streams of work, events and kernels.

use crate::Error;
use crate::literal::AlignedBytes;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

/// One device. May be used from any thread.
pub trait StreamExecutor: Send + Sync {
    /// Its number among the platform's devices.
    fn ordinal(&self) -> usize;

    /// What it is.
    fn description(&self) -> DeviceDescription;

    /// Takes memory of the device, which is given back when the last
    /// [`DeviceBuffer`] that shares it is dropped. Its content is undefined.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error>;

    /// Takes bytes of the host that stay as they are for memory of the device, without a copy;
    /// nothing if it cannot, as devices with memory of their own, or with elements that are not
    /// a literal's. The bytes are dropped with the last [`DeviceBuffer`] of them.
    fn adopt(&self, _bytes: &Arc<dyn LentBytes>) -> Option<DeviceBuffer> {
        None
    }

    /// A new stream of work.
    ///
    /// # Errors
    /// If the device has no more of them.
    fn create_stream(&self) -> Result<Box<dyn Stream>, Error>;

    /// A new event, which has not happened.
    ///
    /// # Errors
    /// If the device has no more of them.
    fn create_event(&self) -> Result<Arc<dyn Event>, Error>;

    /// Loads a kernel of a binary in the device's own format.
    ///
    /// # Errors
    /// If the binary is not one, or has no such kernel;
    /// [`Error::Unsupported`] from a device that runs no kernels.
    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error>;
}

/// Work for a device, done in the order it is enqueued in.
///
/// Two streams run independently, unless one waits for an event recorded on the
/// other. The first failure of enqueued work stays with the stream: what is
/// enqueued after it is not done, and [`Stream::synchronize`] returns it.
pub trait Stream: Send {
    /// The device it is a stream of.
    fn executor(&self) -> &dyn StreamExecutor;

    /// Enqueues a copy of the host's bytes to the start of a buffer that is
    /// at least as long.
    ///
    /// # Errors
    /// If the buffer is too short or another device's.
    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error>;

    /// Enqueues a copy of a buffer to the host, which gets the bytes by
    /// `receive` on some thread of the device's choice.
    ///
    /// # Errors
    /// If the buffer is another device's.
    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error>;

    /// Enqueues a copy between two buffers of the device of equal size that do
    /// not overlap.
    ///
    /// # Errors
    /// If the sizes differ or a buffer is another device's.
    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error>;

    /// Enqueues that every byte of a buffer becomes `value`.
    ///
    /// # Errors
    /// If the buffer is another device's.
    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error>;

    /// Enqueues a run of a kernel of the same device.
    ///
    /// # Errors
    /// If the kernel does not take such arguments or dimensions.
    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        dimensions: LaunchDimensions,
        arguments: &[KernelArgument],
    ) -> Result<(), Error>;

    /// Enqueues a call of a function on the host. What it fails with becomes
    /// the stream's failure. It must not wait for this stream.
    ///
    /// # Errors
    /// If it cannot be enqueued.
    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error>;

    /// Enqueues that an event of the same device happens.
    ///
    /// # Errors
    /// If the event is another device's.
    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error>;

    /// Enqueues a pause until an event of the same device has happened.
    ///
    /// # Errors
    /// If the event is another device's.
    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error>;

    /// Waits on this thread until all enqueued work is done.
    ///
    /// # Errors
    /// The first failure of the work enqueued so far. The stream can be used
    /// again after it.
    fn synchronize(&mut self) -> Result<(), Error>;
}

/// Takes the bytes of a copy to the host, or the reason why there are none.
pub type ReceiveBytes = Box<dyn FnOnce(Result<AlignedBytes, Error>) + Send>;

/// Work of the host in a stream.
pub type HostCallback = Box<dyn FnOnce() -> Result<(), Error> + Send>;

/// A point in the work of a stream, for others to wait for.
pub trait Event: Send + Sync {
    /// Whether all streams that recorded it have reached it.
    fn has_happened(&self) -> bool;

    /// Waits on this thread until it has happened.
    ///
    /// # Errors
    /// If the device fails before.
    fn wait(&self) -> Result<(), Error>;

    /// The event itself, for its platform to recognize.
    fn as_any(&self) -> &dyn Any;
}

/// Code for one launch on a device.
pub trait Kernel: Send + Sync {
    /// The name it was loaded by.
    fn name(&self) -> &str;

    /// The kernel itself, for its platform to recognize.
    fn as_any(&self) -> &dyn Any;
}

/// How a launch is divided, innermost dimension first. Unused dimensions are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaunchDimensions {
    /// Groups of threads in each dimension.
    pub groups: [u32; 3],
    /// Threads of a group in each dimension.
    pub threads: [u32; 3],
    /// Bytes of memory that the threads of a group share.
    pub shared_bytes: u32,
}

/// An argument of a kernel.
#[derive(Clone, Debug)]
pub enum KernelArgument {
    /// The address of device memory.
    Buffer(DeviceBuffer),
    /// A value, in the bytes that the kernel expects it in.
    Value(Vec<u8>),
}

/// What a device is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceDescription {
    /// The vendor's name for it.
    pub name: String,
    /// The bytes of its memory, if known.
    pub memory_bytes: Option<u64>,
    /// The number of its cores, or of what it has in their place.
    pub cores: usize,
    /// Whether its memory is the host's, so that addresses mean the same to both.
    pub has_host_memory: bool,
}

/// Bytes of the host that are only lent: nobody changes them before they are dropped.
pub trait LentBytes: Debug + Send + Sync {
    /// The bytes, always at the same address.
    fn bytes(&self) -> &[u8];
}

/// Memory that a device gave out, freed when dropped. Backends implement it.
pub trait DeviceMemory: Debug + Send + Sync {
    /// The number of bytes.
    fn byte_size(&self) -> usize;

    /// The address of the first byte in the device's address space; only on
    /// host-like devices does it mean anything to the host.
    fn address(&self) -> u64;

    /// Whether it is [lent](LentBytes), so that nothing may write to it.
    fn is_lent(&self) -> bool {
        false
    }

    /// The memory itself, for its platform to recognize.
    fn as_any(&self) -> &dyn Any;
}

/// A range of device memory, shared by all clones of it.
///
/// What happens when two streams use it at once, one of them to write, is the
/// caller's to prevent, with events.
#[derive(Clone, Debug)]
pub struct DeviceBuffer {
    memory: Arc<dyn DeviceMemory>,
    range: Range<usize>,
}

impl DeviceBuffer {
    /// All of some memory.
    pub fn new(memory: Arc<dyn DeviceMemory>) -> Self {
        let range = 0..memory.byte_size();
        Self { memory, range }
    }

    /// The number of bytes.
    pub fn byte_size(&self) -> usize {
        self.range.len()
    }

    /// The address of the first byte in the device's address space.
    pub fn address(&self) -> u64 {
        self.memory.address() + self.range.start as u64
    }

    /// The memory that the buffer is a range of.
    pub fn memory(&self) -> &Arc<dyn DeviceMemory> {
        &self.memory
    }

    /// The range of the memory.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// A part of the buffer, or nothing if it is not within it.
    pub fn slice(&self, part: Range<usize>) -> Option<Self> {
        let within = part.start <= part.end && part.end <= self.byte_size();
        within.then(|| Self {
            memory: Arc::clone(&self.memory),
            range: self.range.start + part.start..self.range.start + part.end,
        })
    }

    /// Whether two buffers have bytes in common.
    pub fn overlaps(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.memory, &other.memory)
            && self.range.start < other.range.end
            && other.range.start < self.range.end
    }
}
