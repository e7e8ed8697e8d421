// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Safe handles of the CUDA driver, which is loaded when it is first used.
//!
//! A function of the driver that takes no stream refers to the context of the calling thread. Each
//! method therefore makes the context of its device current first.

use crate::NAME;
use cudarc::driver::result::{self, DriverError};
use cudarc::driver::sys;
use hloom_gpu_runtime::device::{DriverDevice, DriverEvent, DriverStream, size_error};
use hloom_stream_executor::{
    DeviceBuffer, DeviceDescription, DeviceMemory, Error, HostCallback, LaunchDimensions,
};
use hloom_values::AlignedBytes;
use std::any::Any;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

fn failed(message: impl Into<String>) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.into() }
}

/// Converts an error of a CUDA driver call to the platform's error; `action` says what the call
/// should have done.
fn error(action: &str, error: DriverError) -> Error {
    let text = |text: Result<&CStr, DriverError>| {
        text.map_or_else(|_| format!("{:?}", error.0), |text| text.to_string_lossy().into_owned())
    };
    failed(format!(
        "cannot {action}: {} ({})",
        text(error.error_string()),
        text(error.error_name())
    ))
}

/// A device, once it is in use, or the reason why it cannot be used.
type Slot = OnceLock<Result<Arc<Device>, Error>>;

/// Returns the slots of the driver's devices, or the reason why there are none. A device that is
/// not used gets no context, which would take memory on it.
fn slots() -> Result<&'static [Slot], Error> {
    static SLOTS: OnceLock<Result<Vec<Slot>, Error>> = OnceLock::new();
    let slots = SLOTS.get_or_init(|| {
        // SAFETY: loading the driver's library runs its initializers, which the driver's maker
        // intends for any program.
        if !unsafe { sys::is_culib_present() } {
            return Err(failed("there is no CUDA driver on this machine (`libcuda.so`)"));
        }
        result::init().map_err(|it| error("initialize the driver", it))?;
        let count = result::device::get_count().map_err(|it| error("count devices", it))?;
        Ok((0..count).map(|_| Slot::new()).collect())
    });
    slots.as_deref().map_err(Clone::clone)
}

/// Returns the number of CUDA devices.
///
/// # Errors
/// Fails if there is no driver, or if it cannot be used.
pub fn device_count() -> Result<usize, Error> {
    slots().map(<[_]>::len)
}

/// Returns the device with an ordinal.
///
/// # Errors
/// Fails if there is no such device, or if it cannot be used.
pub fn device(ordinal: usize) -> Result<Arc<Device>, Error> {
    let slots = slots()?;
    let slot = slots.get(ordinal).ok_or_else(|| match slots.len() {
        0 => failed("the CUDA driver finds no device"),
        count => Error::invalid(format!(
            "platform `{NAME}`: expected device 0 to {}, found {ordinal}",
            count - 1
        )),
    })?;
    slot.get_or_init(|| Device::new(ordinal as i32).map(Arc::new)).clone()
}

/// A device, with its primary context.
#[derive(Debug)]
pub struct Device {
    context: sys::CUcontext,
    name: String,
    capability: (u32, u32),
    bytes: usize,
    multiprocessors: usize,
    /// The addresses of memory that was freed, by size. Freeing memory would wait for the device.
    pool: Mutex<HashMap<usize, Vec<u64>>>,
}

/// Granularity of device allocations in bytes: every size is rounded up to a multiple of it.
const GRANULE: usize = 512;

// SAFETY: the driver allows any thread to make a context current and to use it.
unsafe impl Send for Device {}
// SAFETY: as above; the driver synchronizes concurrent calls.
unsafe impl Sync for Device {}

impl Device {
    fn new(ordinal: i32) -> Result<Self, Error> {
        use sys::CUdevice_attribute as Attribute;
        let properties = || {
            let device = result::device::get(ordinal)?;
            // SAFETY: `device` is one of the driver's. The primary context is never released,
            // because devices live as long as the process.
            unsafe {
                let attribute = |which| result::device::get_attribute(device, which);
                let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
                let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
                let count = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
                Ok(Self {
                    context: result::primary_ctx::retain(device)?,
                    name: result::device::get_name(device)?,
                    capability: (major.unsigned_abs(), minor.unsigned_abs()),
                    bytes: result::device::total_mem(device)?,
                    multiprocessors: count.unsigned_abs() as usize,
                    pool: Mutex::default(),
                })
            }
        };
        properties().map_err(|it| error("use a device", it))
    }

    /// Returns the vendor's name of the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the compute capability of the device, major and minor.
    pub fn capability(&self) -> (u32, u32) {
        self.capability
    }

    /// Calls `run` with the context of the device current on this thread.
    fn with<R>(
        &self,
        action: &str,
        run: impl FnOnce() -> Result<R, DriverError>,
    ) -> Result<R, Error> {
        // SAFETY: the context is retained as long as the process lives.
        let current = unsafe { result::ctx::set_current(self.context) };
        current.and_then(|()| run()).map_err(|it| error(action, it))
    }

    fn pool(&self) -> MutexGuard<'_, HashMap<usize, Vec<u64>>> {
        // A panic cannot leave the lists inconsistent, so a poisoned lock is usable.
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Allocates new device memory from the driver. Returns `None` if the device has too little.
    fn allocate_new(&self, size: usize) -> Result<Option<u64>, Error> {
        // SAFETY: the context is current. Only this module uses the address.
        self.with("allocate memory", || match unsafe { result::malloc_sync(size) } {
            Err(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY)) => Ok(None),
            other => other.map(Some),
        })
    }

    /// Frees the pooled device memory, which no buffer uses.
    fn empty_pool(&self) {
        let pooled = std::mem::take(&mut *self.pool());
        for address in pooled.into_values().flatten() {
            // SAFETY: memory comes to the pool when nothing refers to it, streams included, and only
            // once. An error would be one of earlier work, which the stream of that work reports.
            let _ = self.with("free memory", || unsafe { result::free_sync(address) });
        }
    }
}

impl DriverDevice for Device {
    const PLATFORM: &'static str = NAME;

    type Function = Function;
    type Stream = StreamHandle;
    type Event = EventHandle;

    fn description(&self) -> DeviceDescription {
        DeviceDescription {
            name: self.name.clone(),
            memory_bytes: Some(self.bytes as u64),
            cores: self.multiprocessors,
            has_host_memory: false,
        }
    }

    fn allocate(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error> {
        let size = bytes.max(1).next_multiple_of(GRANULE);
        let pooled = self.pool().get_mut(&size).and_then(Vec::pop);
        let address = match pooled {
            Some(address) => Some(address),
            None => match self.allocate_new(size)? {
                None => {
                    self.empty_pool();
                    self.allocate_new(size)?
                }
                address => address,
            },
        };
        let what = || format!("a buffer on {}", self.name);
        let address = address.ok_or_else(|| Error::OutOfMemory { bytes, what: what() })?;
        let device = Arc::clone(self);
        Ok(DeviceBuffer::new(Arc::new(CudaMemory { device, address, bytes, size })))
    }

    fn load(self: &Arc<Self>, image: &[u8], names: &[&str]) -> Result<Vec<Function>, Error> {
        Function::load(self, image, names)
    }

    fn create_stream(self: &Arc<Self>) -> Result<StreamHandle, Error> {
        StreamHandle::new(self)
    }

    fn create_event(self: &Arc<Self>) -> Result<EventHandle, Error> {
        EventHandle::new(self)
    }
}

/// Memory of a device, which goes to the pool when it is dropped.
#[derive(Debug)]
struct CudaMemory {
    device: Arc<Device>,
    address: u64,
    bytes: usize,
    /// The size of the allocation, at least `bytes`.
    size: usize,
}

impl DeviceMemory for CudaMemory {
    fn byte_size(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> u64 {
        self.address
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for CudaMemory {
    fn drop(&mut self) {
        self.device.pool().entry(self.size).or_default().push(self.address);
    }
}

/// A loaded CUDA module, which holds kernels of a program.
#[derive(Debug)]
struct Module {
    device: Arc<Device>,
    module: sys::CUmodule,
}

// SAFETY: the driver allows any thread to use a module.
unsafe impl Send for Module {}
// SAFETY: as above.
unsafe impl Sync for Module {}

impl Drop for Module {
    fn drop(&mut self) {
        let module = self.module;
        // SAFETY: the module is loaded, and unloaded only here. No launch is pending: streams keep
        // the kernels of their launches until they have waited for them.
        let _ = self.device.with("unload a module", || unsafe { result::module::unload(module) });
    }
}

/// A kernel that is loaded on a device.
#[derive(Clone, Debug)]
pub struct Function {
    module: Arc<Module>,
    function: sys::CUfunction,
}

// SAFETY: the driver allows any thread to launch a function.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

impl Function {
    /// Loads kernels from PTX or another image of the driver, which must end with a zero byte.
    ///
    /// # Errors
    /// Fails if the driver rejects the image, or if the image lacks a kernel.
    fn load(device: &Arc<Device>, image: &[u8], names: &[&str]) -> Result<Vec<Self>, Error> {
        if !image.ends_with(&[0]) {
            return Err(failed("expected code of the kernels that ends with a zero byte"));
        }
        let module = device.with("load kernels", || {
            // SAFETY: the image is a text that ends with a zero, as checked above.
            unsafe { result::module::load_data(image.as_ptr().cast()) }
        })?;
        let module = Arc::new(Module { device: Arc::clone(device), module });
        let function = |name: &&str| {
            let text = CString::new(*name)
                .map_err(|_| failed("expected a kernel name without a zero byte"))?;
            let find = || {
                // SAFETY: the module is loaded.
                unsafe { result::module::get_function(module.module, text) }
            };
            let function = device.with(&format!("find kernel `{name}`"), find)?;
            Ok(Self { module: Arc::clone(&module), function })
        };
        names.iter().map(function).collect()
    }
}

/// A CUDA stream, with the resources that its pending work uses.
#[derive(Debug)]
pub struct StreamHandle {
    device: Arc<Device>,
    stream: sys::CUstream,
    /// The buffers and kernels that enqueued work of the stream may still use.
    in_use: Vec<InUse>,
    /// The first error of a host callback since the last `synchronize`.
    failure: Arc<Mutex<Option<Error>>>,
}

/// A buffer or kernel that pending work of a stream uses.
#[derive(Debug)]
enum InUse {
    Buffer { _buffer: DeviceBuffer },
    Function { _function: Function },
    Host { _bytes: Arc<AlignedBytes> },
}

/// The most entries of `in_use`. A stream that has as many waits for its work.
const MOST_IN_USE: usize = 1 << 16;

// SAFETY: the driver allows any thread to use a stream.
unsafe impl Send for StreamHandle {}

impl Drop for StreamHandle {
    fn drop(&mut self) {
        // Pending work uses the buffers until the stream has waited for it.
        let _ = self.wait();
        let stream = self.stream;
        // SAFETY: the stream is destroyed only here.
        let _ = self.device.with("destroy a stream", || unsafe { result::stream::destroy(stream) });
    }
}

/// A host callback that the stream runs, with the variable that receives its error.
struct Call {
    callback: HostCallback,
    failure: Arc<Mutex<Option<Error>>>,
}

/// Runs a [`Call`].
///
/// # Safety
/// `call` must come from `Box::into_raw` of a `Call`, and be passed only once.
unsafe extern "C" fn run_call(call: *mut c_void) {
    // SAFETY: this function's contract.
    let Call { callback, failure } = *unsafe { Box::from_raw(call.cast::<Call>()) };
    let run = std::panic::AssertUnwindSafe(callback);
    let outcome = std::panic::catch_unwind(run)
        .unwrap_or_else(|_| Err(Error::Internal("a function of the host panicked".to_owned())));
    if let Err(error) = outcome {
        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

impl StreamHandle {
    /// Creates a stream that does not wait for the default stream.
    ///
    /// # Errors
    /// Fails if the driver has no further streams.
    fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let kind = result::stream::StreamKind::NonBlocking;
        let stream = device.with("create a stream", || result::stream::create(kind))?;
        let device = Arc::clone(device);
        Ok(Self { device, stream, in_use: Vec::new(), failure: Arc::default() })
    }

    /// Returns the address of a buffer, which the stream keeps until its work is done.
    fn address(&mut self, buffer: &DeviceBuffer) -> Result<u64, Error> {
        let memory = buffer.memory().as_any().downcast_ref::<CudaMemory>();
        if !memory.is_some_and(|memory| Arc::ptr_eq(&memory.device, &self.device)) {
            return Err(failed("a buffer of another device was used"));
        }
        self.in_use.push(InUse::Buffer { _buffer: buffer.clone() });
        Ok(buffer.address())
    }

    /// Waits for all work if `in_use` is full. Every command calls this method first, so that no
    /// buffer or kernel of the command is released before the command is enqueued.
    fn begin(&mut self) -> Result<(), Error> {
        if self.in_use.len() >= MOST_IN_USE { self.wait() } else { Ok(()) }
    }

    /// Waits for all work of this stream; afterwards the work uses no buffer or kernel any more.
    fn wait(&mut self) -> Result<(), Error> {
        let stream = self.stream;
        // SAFETY: the stream is alive.
        let done =
            self.device.with("run the program", || unsafe { result::stream::synchronize(stream) });
        self.in_use.clear();
        done
    }
}

impl DriverStream for StreamHandle {
    type Device = Device;

    fn device(&self) -> &Arc<Device> {
        &self.device
    }

    fn copy_in(
        &mut self,
        source: Arc<AlignedBytes>,
        destination: &DeviceBuffer,
    ) -> Result<(), Error> {
        if source.len() > destination.byte_size() {
            return Err(size_error(NAME, source.len(), destination.byte_size()));
        }
        self.begin()?;
        let (address, stream) = (self.address(destination)?, self.stream);
        self.in_use.push(InUse::Host { _bytes: Arc::clone(&source) });
        // SAFETY: the buffer is at least as long as the bytes. Both are kept until the copy is done.
        self.device.with("copy to the device", || unsafe {
            result::memcpy_htod_async(address, &source[..], stream)
        })
    }

    fn copy_out(&mut self, source: &DeviceBuffer, destination: &mut [u8]) -> Result<(), Error> {
        if source.byte_size() != destination.len() {
            return Err(size_error(NAME, source.byte_size(), destination.len()));
        }
        self.begin()?;
        let (address, stream) = (self.address(source)?, self.stream);
        // SAFETY: buffer and destination have the same size, and outlive the copy, for which the
        // next call waits.
        self.device.with("copy to the host", || unsafe {
            result::memcpy_dtoh_async(destination, address, stream)
        })?;
        self.wait()
    }

    fn copy(&mut self, source: &DeviceBuffer, destination: &DeviceBuffer) -> Result<(), Error> {
        let bytes = source.byte_size();
        if bytes != destination.byte_size() {
            return Err(size_error(NAME, bytes, destination.byte_size()));
        }
        self.begin()?;
        let (from, to) = (self.address(source)?, self.address(destination)?);
        if bytes == 0 || from == to {
            return Ok(());
        }
        let stream = self.stream;
        // SAFETY: both buffers have this size, and are kept until the copy is done.
        self.device.with("copy on the device", || unsafe {
            result::memcpy_dtod_async(to, from, bytes, stream)
        })
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.begin()?;
        let (address, stream) = (self.address(destination)?, self.stream);
        let bytes = destination.byte_size();
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the buffer has this size, and is kept until the operation is done.
        self.device.with("fill memory", || unsafe {
            result::memset_d8_async(address, value, bytes, stream)
        })
    }

    fn launch(
        &mut self,
        function: &Function,
        dimensions: LaunchDimensions,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error> {
        if !Arc::ptr_eq(&function.module.device, &self.device) {
            return Err(failed("a kernel of another device was launched"));
        }
        self.begin()?;
        let LaunchDimensions { groups: [gx, gy, gz], threads: [tx, ty, tz], shared_bytes } =
            dimensions;
        let addresses =
            arguments.iter().map(|it| self.address(it)).collect::<Result<Vec<_>, _>>()?;
        let mut pointers: Vec<*mut c_void> =
            addresses.iter().map(|it| (&raw const *it).cast_mut().cast()).collect();
        self.in_use.push(InUse::Function { _function: function.clone() });
        let (groups, threads, stream) = ((gx, gy, gz), (tx, ty, tz), self.stream);
        // SAFETY: kernel and buffers are kept until the launch is done. The compiler has generated
        // the kernel for these arguments. The driver copies their addresses before it returns.
        self.device.with("launch a kernel", || unsafe {
            let function = function.function;
            result::launch_kernel(function, groups, threads, shared_bytes, stream, &mut pointers)
        })
    }

    fn call(&mut self, callback: HostCallback) -> Result<(), Error> {
        let failure = Arc::clone(&self.failure);
        let call = Box::into_raw(Box::new(Call { callback, failure }));
        let enqueued = self.device.with("call the host", || {
            // SAFETY: `run_call` takes the box that `call` points to, once.
            unsafe { result::stream::launch_host_function(self.stream, run_call, call.cast()) }
        });
        if enqueued.is_err() {
            // SAFETY: the driver has not taken the call, so that the box is still this function's.
            drop(unsafe { Box::from_raw(call) });
        }
        enqueued
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let done = self.wait();
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(done, Err)
    }

    fn record(&mut self, event: &EventHandle) -> Result<(), Error> {
        self.device.with("record an event", || {
            // SAFETY: event and stream are alive.
            unsafe { result::event::record(event.event, self.stream) }
        })
    }

    fn wait_for(&mut self, event: &EventHandle) -> Result<(), Error> {
        let flags = sys::CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT;
        self.device.with("wait for an event", || {
            // SAFETY: event and stream are alive.
            unsafe { result::stream::wait_event(self.stream, event.event, flags) }
        })
    }
}

/// A CUDA event.
#[derive(Debug)]
pub struct EventHandle {
    device: Arc<Device>,
    event: sys::CUevent,
}

// SAFETY: the driver allows any thread to use an event.
unsafe impl Send for EventHandle {}
// SAFETY: as above.
unsafe impl Sync for EventHandle {}

impl Drop for EventHandle {
    fn drop(&mut self) {
        let event = self.event;
        // SAFETY: the event is destroyed only here. The driver does so when it has happened.
        let _ = self.device.with("destroy an event", || unsafe { result::event::destroy(event) });
    }
}

impl EventHandle {
    /// Creates an event.
    ///
    /// # Errors
    /// Fails if the driver has no further events.
    fn new(device: &Arc<Device>) -> Result<Self, Error> {
        let flags = sys::CUevent_flags::CU_EVENT_DISABLE_TIMING;
        let event = device.with("create an event", || result::event::create(flags))?;
        Ok(Self { device: Arc::clone(device), event })
    }
}

impl DriverEvent for EventHandle {
    type Device = Device;

    fn is_done(&self) -> bool {
        let event = self.event;
        // SAFETY: the event is alive.
        let query = || match unsafe { result::event::query(event) } {
            Err(DriverError(sys::CUresult::CUDA_ERROR_NOT_READY)) => Ok(false),
            other => other.map(|()| true),
        };
        self.device.with("query an event", query).unwrap_or(true)
    }

    fn wait(&self) -> Result<(), Error> {
        let event = self.event;
        // SAFETY: the event is alive.
        self.device.with("wait for an event", || unsafe { result::event::synchronize(event) })
    }

    fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }
}
