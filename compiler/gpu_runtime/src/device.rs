// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Traits of a driver's devices, and the stream executor on top of them.

mod copies;
mod event;
mod executor;
mod kernel;
mod stream;

pub use copies::{CopyIn, CopyOut, DeviceCopy};
pub use executor::GpuExecutor;

use hloom_stream_executor::{
    DeviceBuffer, DeviceDescription, Error, HostCallback, LaunchDimensions,
};
use std::fmt::Debug;
use std::sync::Arc;

/// A device as a GPU driver provides it: memory, kernels, streams and events.
pub trait DriverDevice: Debug + Send + Sync + 'static {
    /// The platform's name.
    const PLATFORM: &'static str;

    /// A kernel that is loaded on the device.
    type Function: Clone + Debug + Send + Sync + 'static;
    /// The driver's type of streams, which are queues of work.
    type Stream: DriverStream<Device = Self>;
    /// The driver's type of events, which mark points in streams.
    type Event: DriverEvent<Device = Self>;

    /// Returns the properties of the device.
    fn description(&self) -> DeviceDescription;

    /// Allocates memory.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the device has too little memory.
    fn allocate(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error>;

    /// Loads kernels from an image that the backend's code generator has made.
    ///
    /// # Errors
    /// Fails if the driver rejects the image, or if the image lacks a kernel.
    fn load(self: &Arc<Self>, image: &[u8], names: &[&str]) -> Result<Vec<Self::Function>, Error>;

    /// Creates a stream.
    ///
    /// # Errors
    /// Fails if the driver has no further streams.
    fn create_stream(self: &Arc<Self>) -> Result<Self::Stream, Error>;

    /// Creates an event.
    ///
    /// # Errors
    /// Fails if the driver has no further events.
    fn create_event(self: &Arc<Self>) -> Result<Self::Event, Error>;
}

/// A stream of a driver. It keeps the buffers and kernels of its work until the work is done.
pub trait DriverStream: Debug + Send {
    /// The device of the stream.
    type Device: DriverDevice;

    /// Returns the device of the stream.
    fn device(&self) -> &Arc<Self::Device>;

    /// Enqueues a copy of host bytes to the start of a buffer.
    ///
    /// # Errors
    /// Fails if the buffer is of another device, or if the driver rejects the copy.
    fn copy_in(&mut self, copy: CopyIn<'_>) -> Result<(), Error>;

    /// Copies a buffer to the host, after all earlier work. Waits for the copy.
    ///
    /// # Errors
    /// Fails if the buffer is of another device. Returns the error of earlier work.
    fn copy_out(&mut self, copy: CopyOut<'_>) -> Result<(), Error>;

    /// Enqueues a copy between buffers of equal size.
    ///
    /// # Errors
    /// Fails if a buffer is of another device, or if the driver rejects the copy.
    fn copy(&mut self, copy: DeviceCopy<'_>) -> Result<(), Error>;

    /// Enqueues an operation that sets every byte of a buffer.
    ///
    /// # Errors
    /// Fails if the buffer is of another device, or if the driver rejects the operation.
    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error>;

    /// Enqueues a launch. The kernel was compiled for buffers of the sizes of `arguments`, as the
    /// plan of its program says.
    ///
    /// # Errors
    /// Fails if a buffer or the kernel is of another device, or if the driver rejects the launch.
    fn launch(
        &mut self,
        function: &<Self::Device as DriverDevice>::Function,
        dimensions: LaunchDimensions,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error>;

    /// Calls a function of the host after all earlier work, at once or later. If later,
    /// [`DriverStream::synchronize`] returns its error.
    ///
    /// # Errors
    /// Fails if the driver rejects the call, or with the error of the function.
    fn call(&mut self, callback: HostCallback) -> Result<(), Error>;

    /// Waits for all work of the stream.
    ///
    /// # Errors
    /// Returns the error of the work.
    fn synchronize(&mut self) -> Result<(), Error>;

    /// Enqueues the recording of an event.
    ///
    /// # Errors
    /// Fails if the driver rejects the operation.
    fn record(&mut self, event: &<Self::Device as DriverDevice>::Event) -> Result<(), Error>;

    /// Enqueues a wait for an event.
    ///
    /// # Errors
    /// Fails if the driver rejects the operation.
    fn wait_for(&mut self, event: &<Self::Device as DriverDevice>::Event) -> Result<(), Error>;
}

/// An event of a driver.
pub trait DriverEvent: Debug + Send + Sync + 'static {
    /// The device of the event.
    type Device: DriverDevice;

    /// Returns true if the work before the last recording is done or has failed, or if the event
    /// was never recorded.
    fn is_done(&self) -> bool;

    /// Waits for the work before the last recording.
    ///
    /// # Errors
    /// Returns the error of the work.
    fn wait(&self) -> Result<(), Error>;

    /// Returns true if the event belongs to a device.
    fn is_of(&self, device: &Arc<Self::Device>) -> bool;
}

/// Returns an error of a platform.
fn refuse(platform: &str, message: &str) -> Error {
    Error::Device { platform: platform.to_owned(), message: message.to_owned() }
}
