// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Streams on a device of a driver. Each stream keeps the buffers, kernels and host bytes that its
//! pending work uses.

use crate::binding::Binding;
use crate::device::{Device, failed};
use crate::event::EventHandle;
use crate::functions::{Code, Functions};
use crate::kernels::Function;
use crate::memory::Memory;
use hloom_gpu_runtime::device::{CopyIn, CopyOut, DeviceCopy, DriverStream};
use hloom_stream_executor::{DeviceBuffer, Error, HostCallback, LaunchDimensions};
use hloom_values::AlignedBytes;
use std::ffi::{c_int, c_uint, c_void};
use std::fmt::{self, Debug, Formatter};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex, PoisonError};

/// The flag `CU_STREAM_NON_BLOCKING` or `hipStreamNonBlocking`: the stream does not wait for the
/// default stream.
const NON_BLOCKING: c_uint = 1;

/// The maximum number of entries of `StreamHandle::in_use`. A stream with this number of entries
/// waits for its work before the next command.
const MOST_IN_USE: usize = 1 << 16;

/// A stream of the driver, with the resources that its pending work uses.
#[derive(Debug)]
pub struct StreamHandle<B: Binding> {
    device: Arc<Device<B>>,
    stream: *mut c_void,
    /// The resources that pending work of the stream may still use.
    in_use: Vec<InUse<B>>,
    /// The first error of a host callback since the last call of `synchronize`.
    failure: Arc<Mutex<Option<Error>>>,
}

/// A resource that pending work of a stream uses: a buffer, a kernel, host bytes or a host
/// callback.
#[derive(Debug)]
enum InUse<B: Binding> {
    Buffer { _buffer: DeviceBuffer },
    Function { _function: Function<B> },
    Host { _bytes: Arc<AlignedBytes> },
    Call { _call: PendingCall },
}

// SAFETY: the driver allows any thread to use a stream.
unsafe impl<B: Binding> Send for StreamHandle<B> {}

impl<B: Binding> Drop for StreamHandle<B> {
    fn drop(&mut self) {
        // Pending work uses the buffers until the stream has waited for it.
        let _ = self.wait();
        let stream = self.stream;
        let _ = self.device.current(|functions| {
            // SAFETY: the stream is destroyed only here.
            Code::check(unsafe { (functions.destroy_stream)(stream) })
        });
    }
}

/// A host callback that a stream runs, with the variable that receives an error of the callback.
struct Call {
    /// The callback; `None` after it has run.
    callback: Mutex<Option<HostCallback>>,
    failure: Arc<Mutex<Option<Error>>>,
}

impl Call {
    fn take(&self) -> Option<HostCallback> {
        self.callback.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A [`Call`] that was passed to the driver. After a fault of the device, the driver does not run
/// the callback. Dropping this value then drops the callback, so that threads that wait for a
/// resource of the callback do not wait forever.
struct PendingCall(Arc<Call>);

impl Debug for PendingCall {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("PendingCall")
    }
}

impl Drop for PendingCall {
    fn drop(&mut self) {
        drop(self.0.take());
    }
}

/// Runs the callback of a [`Call`]. The driver calls this function.
///
/// # Safety
/// `call` must come from `Arc::into_raw` of a `Call`, and must be passed to this function only
/// once.
unsafe extern "C" fn run_call(call: *mut c_void) {
    // SAFETY: this function's contract.
    let call = unsafe { Arc::from_raw(call.cast_const().cast::<Call>()) };
    let (Some(callback), failure) = (call.take(), &call.failure) else { return };
    let run = std::panic::AssertUnwindSafe(callback);
    let outcome = std::panic::catch_unwind(run).unwrap_or_else(|_| {
        Err(Error::Internal("a host callback of the stream panicked".to_owned()))
    });
    if let Err(error) = outcome {
        failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }
}

impl<B: Binding> StreamHandle<B> {
    /// Creates a stream that does not wait for the default stream.
    ///
    /// # Errors
    /// Fails if the driver cannot create further streams.
    pub(crate) fn new(device: &Arc<Device<B>>) -> Result<Self, Error> {
        let stream = device.with("create a stream", |functions| {
            let mut stream = null_mut();
            // SAFETY: the device is current, and the pointer outlives the call.
            let created = unsafe { (functions.create_stream)(&raw mut stream, NON_BLOCKING) };
            Code::check(created).map(|()| stream)
        })?;
        let device = Arc::clone(device);
        Ok(Self { device, stream, in_use: Vec::new(), failure: Arc::default() })
    }

    /// Calls a function of the driver with the stream. `action` is a verb phrase for the call, such
    /// as `run the program`, for the error message.
    fn call_driver(
        &self,
        action: &str,
        call: impl FnOnce(&Functions, *mut c_void) -> c_int,
    ) -> Result<(), Error> {
        self.device.with(action, |functions| Code::check(call(functions, self.stream)))
    }

    /// Returns the device address of a buffer. The stream keeps the buffer until the work of the
    /// stream is done.
    fn address(&mut self, buffer: &DeviceBuffer) -> Result<u64, Error> {
        let memory = buffer.memory().as_any().downcast_ref::<Memory<B>>();
        if !memory.is_some_and(|memory| memory.is_of(&self.device)) {
            return Err(failed::<B>("a buffer of another device was used"));
        }
        self.in_use.push(InUse::Buffer { _buffer: buffer.clone() });
        Ok(buffer.address())
    }

    /// Waits for all work of the stream if `in_use` is full. Every command calls this method before
    /// it adds its buffers and kernels, so that they are not released before the command is
    /// enqueued.
    fn begin(&mut self) -> Result<(), Error> {
        if self.in_use.len() >= MOST_IN_USE { self.wait() } else { Ok(()) }
    }

    /// Waits for all work of this stream, and then releases the resources that the work used.
    fn wait(&mut self) -> Result<(), Error> {
        // SAFETY: the stream is alive.
        let done = self.call_driver("run the program", |functions, stream| unsafe {
            (functions.synchronize_stream)(stream)
        });
        self.in_use.clear();
        done
    }
}

impl<B: Binding> DriverStream for StreamHandle<B> {
    type Device = Device<B>;

    fn device(&self) -> &Arc<Device<B>> {
        &self.device
    }

    fn copy_in(&mut self, copy: CopyIn<'_>) -> Result<(), Error> {
        self.begin()?;
        let address = self.address(copy.destination())?;
        let source = Arc::clone(copy.source());
        let (bytes, start) = (source.len(), source.as_ptr());
        if bytes == 0 {
            return Ok(());
        }
        self.in_use.push(InUse::Host { _bytes: source });
        // SAFETY: the buffer is at least as long as the bytes. Both are kept until the copy is done.
        self.call_driver("copy to the device", |functions, stream| unsafe {
            (functions.copy_to_device)(address, start.cast(), bytes, stream)
        })
    }

    fn copy_out(&mut self, copy: CopyOut<'_>) -> Result<(), Error> {
        self.begin()?;
        let address = self.address(copy.source())?;
        let destination = copy.into_destination();
        if destination.is_empty() {
            return self.wait();
        }
        // SAFETY: buffer and destination have the same size, and outlive the copy, for which the
        // next call waits.
        let enqueued = self.call_driver("copy to the host", |functions, stream| unsafe {
            let (start, bytes) = (destination.as_mut_ptr(), destination.len());
            (functions.copy_to_host)(start.cast(), address, bytes, stream)
        });
        let done = self.wait();
        enqueued.and(done)
    }

    fn copy(&mut self, copy: DeviceCopy<'_>) -> Result<(), Error> {
        self.begin()?;
        let bytes = copy.byte_size();
        let (from, to) = (self.address(copy.source())?, self.address(copy.destination())?);
        if bytes == 0 || from == to {
            return Ok(());
        }
        // SAFETY: both buffers have this size, and are kept until the copy is done.
        self.call_driver("copy on the device", |functions, stream| unsafe {
            (functions.copy_on_device)(to, from, bytes, stream)
        })
    }

    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error> {
        self.begin()?;
        let address = self.address(destination)?;
        let bytes = destination.byte_size();
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the buffer has this size, and is kept until the operation is done.
        self.call_driver("fill memory", |functions, stream| unsafe {
            (functions.fill)(address, value, bytes, stream)
        })
    }

    fn launch(
        &mut self,
        function: &Function<B>,
        dimensions: LaunchDimensions,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error> {
        if !function.is_of(&self.device) {
            return Err(failed::<B>(
                "expected a kernel of this device, found one of another device",
            ));
        }
        self.begin()?;
        let LaunchDimensions { groups: [gx, gy, gz], threads: [tx, ty, tz], shared_bytes } =
            dimensions;
        let addresses =
            arguments.iter().map(|it| self.address(it)).collect::<Result<Vec<_>, _>>()?;
        let mut pointers: Vec<*mut c_void> =
            addresses.iter().map(|it| (&raw const *it).cast_mut().cast()).collect();
        self.in_use.push(InUse::Function { _function: function.clone() });
        let (handle, pointers) = (function.handle(), pointers.as_mut_ptr());
        // SAFETY: kernel and buffers are kept until the launch is done. The compiler has generated
        // the kernel for these arguments. The driver copies their addresses before it returns.
        self.call_driver("launch a kernel", |functions, stream| unsafe {
            let extra = null_mut();
            (functions.launch)(
                handle,
                gx,
                gy,
                gz,
                tx,
                ty,
                tz,
                shared_bytes,
                stream,
                pointers,
                extra,
            )
        })
    }

    fn call(&mut self, callback: HostCallback) -> Result<(), Error> {
        self.begin()?;
        let failure = Arc::clone(&self.failure);
        let call = Arc::new(Call { callback: Mutex::new(Some(callback)), failure });
        let given = Arc::into_raw(Arc::clone(&call));
        // SAFETY: `run_call` takes the reference that `given` points to, at most once.
        let enqueued = self.call_driver("call the host", |functions, stream| unsafe {
            (functions.call_host)(stream, run_call, given.cast_mut().cast())
        });
        if enqueued.is_err() {
            // SAFETY: the driver has not taken the call, so that the reference is still this function's.
            drop(unsafe { Arc::from_raw(given) });
        }
        self.in_use.push(InUse::Call { _call: PendingCall(call) });
        enqueued
    }

    fn synchronize(&mut self) -> Result<(), Error> {
        let done = self.wait();
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(done, Err)
    }

    fn record(&mut self, event: &EventHandle<B>) -> Result<(), Error> {
        let event = event.handle();
        // SAFETY: event and stream are alive.
        self.call_driver("record an event", |functions, stream| unsafe {
            (functions.record_event)(event, stream)
        })
    }

    fn wait_for(&mut self, event: &EventHandle<B>) -> Result<(), Error> {
        let event = event.handle();
        // SAFETY: event and stream are alive.
        self.call_driver("wait for an event", |functions, stream| unsafe {
            (functions.wait_for_event)(stream, event, 0)
        })
    }
}
