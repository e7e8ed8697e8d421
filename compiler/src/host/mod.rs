// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The host as a device, for all platforms that run on it.
//!
//! Device memory is host memory. A stream executes work on the calling thread when the work is
//! enqueued, so that no work is ever pending. Only the work within a run is parallel (see
//! [`ThreadPool`](crate::ThreadPool)).

mod feeds;
mod memory_pool;

use crate::Error;
use crate::interface::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Event, ExternalBytes, HostCallback, Kernel,
    KernelArgument, LaunchDimensions, ReceiveBytes, Stream, StreamExecutor, check_copy_from_host,
    check_copy_on_device,
};
pub use feeds::{FedHostTransfers, HostFeeds};
use hloom_values::AlignedBytes;
use memory_pool::MemoryPool;
use std::any::Any;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The alignment in bytes of external buffers that the host imports. Memory that the host allocates
/// is aligned to [`ALIGNMENT`](hloom_values::ALIGNMENT) bytes.
///
/// Compiled code needs only the alignment of the elements, as functions that are compiled ahead of
/// time do. This value is that of large allocations by `malloc`, and thus of NumPy's arrays.
pub const EXTERNAL_ALIGNMENT: usize = 16;

/// A stream executor whose device is the host.
#[derive(Clone, Debug)]
pub struct HostExecutor {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    platform: String,
    ordinal: usize,
    pool: MemoryPool,
}

impl HostExecutor {
    /// Creates a device that represents the host in a platform.
    pub fn new(platform: impl Into<String>, ordinal: usize) -> Self {
        Self {
            shared: Arc::new(Shared {
                platform: platform.into(),
                ordinal,
                pool: MemoryPool::default(),
            }),
        }
    }

    /// Returns the address in this process of a buffer of this device.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    pub fn host_address(&self, buffer: &DeviceBuffer) -> Result<*mut u8, Error> {
        self.memory(buffer)?;
        Ok(std::ptr::with_exposed_provenance_mut(buffer.address() as usize))
    }

    /// Returns a copy of the bytes of a buffer of this device.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    pub fn read(&self, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        Ok(self.memory(buffer)?.read(|bytes| bytes[buffer.range()].to_vec()))
    }

    fn memory<'a>(&self, buffer: &'a DeviceBuffer) -> Result<&'a HostMemory, Error> {
        let memory = buffer.memory().as_any().downcast_ref::<HostMemory>();
        memory.filter(|memory| Arc::ptr_eq(&memory.owner, &self.shared)).ok_or_else(|| {
            Error::Device {
                platform: self.shared.platform.clone(),
                message: "a buffer of another device was used".to_owned(),
            }
        })
    }

    fn event<'a>(&self, event: &'a Arc<dyn Event>) -> Result<&'a HostEvent, Error> {
        event.as_any().downcast_ref::<HostEvent>().ok_or_else(|| Error::Device {
            platform: self.shared.platform.clone(),
            message: "an event of another device was used".to_owned(),
        })
    }

    fn unsupported(&self, what: &str) -> Error {
        Error::unsupported(&self.shared.platform, what)
    }
}

impl StreamExecutor for HostExecutor {
    fn ordinal(&self) -> usize {
        self.shared.ordinal
    }

    fn description(&self) -> DeviceDescription {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let name = std::env::consts::ARCH.to_owned();
        DeviceDescription { name, memory_bytes: None, cores, has_host_memory: true }
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        let out_of_memory = || Error::OutOfMemory { bytes, what: "a device buffer".to_owned() };
        let mut content = self.shared.pool.allocate(bytes).ok_or_else(out_of_memory)?;
        let address = content.as_mut_ptr().expose_provenance();
        Ok(DeviceBuffer::new(Arc::new(HostMemory {
            size: bytes,
            address: address as u64,
            content: Content::Own(Mutex::new(content)),
            owner: Arc::clone(&self.shared),
        })))
    }

    fn import(&self, bytes: &Arc<dyn ExternalBytes>) -> Option<DeviceBuffer> {
        let address = bytes.bytes().as_ptr().expose_provenance();
        address.is_multiple_of(EXTERNAL_ALIGNMENT).then(|| {
            DeviceBuffer::new(Arc::new(HostMemory {
                size: bytes.bytes().len(),
                address: address as u64,
                content: Content::External(Arc::clone(bytes)),
                owner: Arc::clone(&self.shared),
            }))
        })
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        Ok(Box::new(HostStream { executor: self.clone(), failure: None }))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        Ok(Arc::new(HostEvent::default()))
    }

    fn load_kernel(&self, _binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        Err(self.unsupported(&format!("loading kernel `{name}`")))
    }
}

/// Host memory, aligned to [`EXTERNAL_ALIGNMENT`].
#[derive(Debug)]
struct HostMemory {
    size: usize,
    address: u64,
    content: Content,
    owner: Arc<Shared>,
}

#[derive(Debug)]
enum Content {
    /// Memory of the device. Copies take the lock; compiled code uses the address without the lock.
    Own(Mutex<AlignedBytes>),
    External(Arc<dyn ExternalBytes>),
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        if let Content::Own(bytes) = &mut self.content {
            let bytes = bytes.get_mut().unwrap_or_else(PoisonError::into_inner);
            self.owner.pool.free(std::mem::take(bytes));
        }
    }
}

impl HostMemory {
    fn read<R>(&self, read: impl FnOnce(&[u8]) -> R) -> R {
        match &self.content {
            // A panic during a copy cannot leave invalid data: every byte value is valid.
            Content::Own(bytes) => read(&bytes.lock().unwrap_or_else(PoisonError::into_inner)),
            Content::External(bytes) => read(bytes.bytes()),
        }
    }

    fn write(&self, write: impl FnOnce(&mut [u8])) -> Result<(), Error> {
        match &self.content {
            Content::Own(bytes) => {
                // Every byte value is valid, also after a panic during a copy.
                write(&mut bytes.lock().unwrap_or_else(PoisonError::into_inner));
                Ok(())
            }
            Content::External(_) => Err(Error::Device {
                platform: self.owner.platform.clone(),
                message: "expected a writable buffer, found a read-only external buffer".to_owned(),
            }),
        }
    }
}

impl DeviceMemory for HostMemory {
    fn byte_size(&self) -> usize {
        self.size
    }

    fn address(&self) -> u64 {
        self.address
    }

    fn is_external(&self) -> bool {
        matches!(self.content, Content::External(_))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[derive(Debug)]
struct HostStream {
    executor: HostExecutor,
    failure: Option<Error>,
}

impl HostStream {
    /// Runs `work`, unless earlier work of the stream has failed. Stores the error of `work`.
    fn work(&mut self, work: impl FnOnce() -> Result<(), Error>) {
        if self.failure.is_none() {
            self.failure = work().err();
        }
    }
}

impl Stream for HostStream {
    fn executor(&self) -> &dyn StreamExecutor {
        &self.executor
    }

    fn copy_from_host(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        let memory = self.executor.memory(destination)?;
        check_copy_from_host(&self.executor.shared.platform, source.len(), destination)?;
        let start = destination.range().start;
        self.work(|| {
            memory.write(|bytes| bytes[start..start + source.len()].copy_from_slice(&source))
        });
        Ok(())
    }

    fn copy_to_host(&mut self, source: &DeviceBuffer, receive: ReceiveBytes) -> Result<(), Error> {
        let memory = self.executor.memory(source)?;
        if let Some(failure) = &self.failure {
            receive(Err(failure.clone()));
            return Ok(());
        }
        let copy = memory.read(|bytes| AlignedBytes::try_copy_of(&bytes[source.range()]));
        receive(copy.ok_or_else(|| Error::OutOfMemory {
            bytes: source.byte_size(),
            what: "a copy of a device buffer".to_owned(),
        }));
        Ok(())
    }

    fn copy_on_device(
        &mut self,
        source: &DeviceBuffer,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        let (from, to) = (self.executor.memory(source)?, self.executor.memory(destination)?);
        check_copy_on_device(&self.executor.shared.platform, source, destination)?;
        let same = Arc::ptr_eq(source.memory(), destination.memory());
        self.work(|| {
            if same {
                let start = destination.range().start;
                return from.write(|bytes| bytes.copy_within(source.range(), start));
            }
            // Take one lock at a time: two copies in opposite directions would else deadlock.
            let copy = from.read(|bytes| bytes[source.range()].to_vec());
            to.write(|bytes| bytes[destination.range()].copy_from_slice(&copy))
        });
        Ok(())
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        let memory = self.executor.memory(destination)?;
        self.work(|| memory.write(|bytes| bytes[destination.range()].fill(value)));
        Ok(())
    }

    fn launch(
        &mut self,
        kernel: &Arc<dyn Kernel>,
        _dimensions: LaunchDimensions,
        _arguments: &[KernelArgument],
    ) -> Result<(), Error> {
        Err(self.executor.unsupported(&format!("launching kernel `{}`", kernel.name())))
    }

    fn call_host(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.work(callback);
        Ok(())
    }

    fn record(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        self.executor.event(event)?.happen();
        Ok(())
    }

    fn wait_for(&mut self, event: &Arc<dyn Event>) -> Result<(), Error> {
        // A recorded event has already happened, and an event not yet recorded is not waited for.
        self.executor.event(event).map(drop)
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        self.failure.take().map_or(Ok(()), Err)
    }
}

#[derive(Debug, Default)]
struct HostEvent {
    happened: Mutex<bool>,
    changed: Condvar,
}

impl HostEvent {
    fn lock(&self) -> MutexGuard<'_, bool> {
        // A panic cannot leave a boolean in an invalid state.
        self.happened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn happen(&self) {
        *self.lock() = true;
        self.changed.notify_all();
    }
}

impl Event for HostEvent {
    fn has_happened(&self) -> bool {
        *self.lock()
    }

    fn wait(&self) -> Result<(), Error> {
        let waiting = self.changed.wait_while(self.lock(), |happened| !*happened);
        drop(waiting.unwrap_or_else(PoisonError::into_inner));
        Ok(())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn read(stream: &mut dyn Stream, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        let (sender, receiver) = mpsc::channel();
        let receive = move |bytes| sender.send(bytes).expect("the receiver waits");
        stream.copy_to_host(buffer, Box::new(receive))?;
        receiver.recv().expect("called").map(|bytes| bytes.to_vec())
    }

    fn bytes(content: &[u8]) -> Arc<AlignedBytes> {
        Arc::new(AlignedBytes::try_copy_of(content).expect("a few bytes"))
    }

    #[test]
    fn copies() -> Result<(), Error> {
        let host = HostExecutor::new("test", 0);
        let mut stream = host.create_stream()?;
        let (one, other) = (host.allocate(8)?, host.allocate(4)?);
        assert_eq!(one.address() % 64, 0);
        stream.copy_from_host(bytes(b"abcdefgh"), &one)?;
        let middle = one.slice(2..6).expect("within");
        assert_eq!(middle.address(), one.address() + 2);
        stream.copy_on_device(&middle, &other)?;
        assert_eq!(read(&mut *stream, &other)?, b"cdef");
        stream.fill(&middle, b'x')?;
        assert_eq!(read(&mut *stream, &one)?, b"abxxxxgh");
        stream
            .copy_on_device(&one.slice(0..4).expect("within"), &one.slice(4..8).expect("within"))?;
        assert_eq!(read(&mut *stream, &one)?, b"abxxabxx");
        assert!(one.slice(4..9).is_none());
        assert!(middle.overlaps(&one) && !one.overlaps(&other));
        assert_eq!(host.host_address(&middle)? as u64, middle.address());
        let refusal = stream.copy_from_host(bytes(b"abcdefgh"), &other).expect_err("too long");
        let message = "platform `test`: cannot copy 8 bytes to a buffer of 4 bytes";
        assert_eq!(refusal.to_string(), message);
        stream.synchronize()
    }

    #[derive(Debug)]
    struct Misaligned(Arc<AlignedBytes>);

    impl ExternalBytes for Misaligned {
        fn bytes(&self) -> &[u8] {
            &self.0[1..]
        }
    }

    #[derive(Debug)]
    struct Aligned(Arc<AlignedBytes>);

    impl ExternalBytes for Aligned {
        fn bytes(&self) -> &[u8] {
            &self.0
        }
    }

    #[test]
    fn external_bytes_are_read_and_not_written() -> Result<(), Error> {
        let host = HostExecutor::new("test", 0);
        let mut stream = host.create_stream()?;
        let external = bytes(b"abcd");
        let given: Arc<dyn ExternalBytes> = Arc::new(Aligned(Arc::clone(&external)));
        let buffer = host.import(&given).expect("they are aligned");
        assert_eq!(buffer.address() as usize, external.as_ptr() as usize);
        assert_eq!(read(&mut *stream, &buffer)?, b"abcd");
        stream.fill(&buffer, 1)?;
        let failure = stream.synchronize().expect_err("it is read-only").to_string();
        let message = "expected a writable buffer, found a read-only external buffer";
        assert_eq!(failure, format!("platform `test`: {message}"));
        drop(given);
        assert_eq!(Arc::strong_count(&external), 2);
        drop(buffer);
        assert_eq!(Arc::strong_count(&external), 1);
        let given: Arc<dyn ExternalBytes> = Arc::new(Misaligned(external));
        assert!(host.import(&given).is_none());
        Ok(())
    }

    #[test]
    fn failures_stay_with_the_stream() -> Result<(), Error> {
        let host = HostExecutor::new("test", 0);
        let mut stream = host.create_stream()?;
        let buffer = host.allocate(1)?;
        stream.call_host(Box::new(|| Err(Error::invalid("the first"))))?;
        stream.call_host(Box::new(|| Err(Error::invalid("the second"))))?;
        stream.fill(&buffer, 1)?;
        assert!(read(&mut *stream, &buffer).is_err());
        let failure = stream.synchronize().expect_err("failed");
        assert_eq!(failure.to_string(), "the first");
        assert_eq!(read(&mut *stream, &buffer)?, [0]);
        stream.synchronize()
    }

    #[test]
    fn events() -> Result<(), Error> {
        let host = HostExecutor::new("test", 0);
        let event = host.create_event()?;
        assert!(!event.has_happened());
        let (recorder, recorded) = (host.clone(), Arc::clone(&event));
        let thread = std::thread::spawn(move || recorder.create_stream()?.record(&recorded));
        event.wait()?;
        assert!(event.has_happened());
        thread.join().expect("no panic")?;
        host.create_stream()?.wait_for(&event)
    }

    #[test]
    fn buffers_of_others_are_refused() -> Result<(), Error> {
        let (one, other) = (HostExecutor::new("one", 0), HostExecutor::new("other", 0));
        let buffer = other.allocate(1)?;
        let refusal = one.create_stream()?.fill(&buffer, 0).expect_err("not its own");
        assert_eq!(refusal.to_string(), "platform `one`: a buffer of another device was used");
        Ok(())
    }
}
