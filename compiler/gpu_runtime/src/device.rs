// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Traits that GPU drivers implement for their devices, and a stream executor for devices with
//! these traits.

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

/// A device of a GPU driver, which provides memory, kernels, streams and events.
pub trait DriverDevice: Debug + Send + Sync + 'static {
    /// The name of the platform.
    const PLATFORM: &'static str;

    /// The driver's type of a kernel that is loaded on the device.
    type Function: Clone + Debug + Send + Sync + 'static;
    /// The driver's type of a stream, which is a queue of work.
    type Stream: DriverStream<Device = Self>;
    /// The driver's type of an event, which marks a point in a stream.
    type Event: DriverEvent<Device = Self>;

    /// Returns a description of the device: its name, memory size and number of cores.
    fn description(&self) -> DeviceDescription;

    /// Allocates device memory of a size in bytes.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the device has too little memory.
    fn allocate(self: &Arc<Self>, bytes: usize) -> Result<DeviceBuffer, Error>;

    /// Loads the kernels with the given names from an image, which the backend's code generator has
    /// created.
    ///
    /// # Errors
    /// Fails if the driver rejects the image, or if the image lacks a kernel.
    fn load(self: &Arc<Self>, image: &[u8], names: &[&str]) -> Result<Vec<Self::Function>, Error>;

    /// Creates a stream.
    ///
    /// # Errors
    /// Fails if the driver cannot create further streams.
    fn create_stream(self: &Arc<Self>) -> Result<Self::Stream, Error>;

    /// Creates an event.
    ///
    /// # Errors
    /// Fails if the driver cannot create further events.
    fn create_event(self: &Arc<Self>) -> Result<Self::Event, Error>;
}

/// A stream of a driver. It keeps the buffers and kernels that its work uses until the work is
/// done.
pub trait DriverStream: Debug + Send {
    /// The driver's type of the device on which the stream runs.
    type Device: DriverDevice;

    /// Returns the device on which the stream runs.
    fn device(&self) -> &Arc<Self::Device>;

    /// Enqueues a copy of host bytes to the start of a device buffer.
    ///
    /// # Errors
    /// Fails if the buffer is on another device, or if the driver rejects the copy.
    fn copy_in(&mut self, copy: CopyIn<'_>) -> Result<(), Error>;

    /// Copies a device buffer to the host after all earlier work of the stream, and waits for the
    /// copy.
    ///
    /// # Errors
    /// Fails if the buffer is on another device, or if earlier work of the stream failed.
    fn copy_out(&mut self, copy: CopyOut<'_>) -> Result<(), Error>;

    /// Enqueues a copy between two device buffers of equal size.
    ///
    /// # Errors
    /// Fails if one of the buffers is on another device, or if the driver rejects the copy.
    fn copy(&mut self, copy: DeviceCopy<'_>) -> Result<(), Error>;

    /// Enqueues an operation that sets every byte of a device buffer to `value`.
    ///
    /// # Errors
    /// Fails if the buffer is on another device, or if the driver rejects the operation.
    fn fill(&mut self, destination: &DeviceBuffer, value: u8) -> Result<(), Error>;

    /// Enqueues a launch of a kernel. The sizes of `arguments` must be those for which the kernel
    /// was compiled, according to the launch plan of its program.
    ///
    /// # Errors
    /// Fails if the kernel or a buffer is on another device, or if the driver rejects the launch.
    fn launch(
        &mut self,
        function: &<Self::Device as DriverDevice>::Function,
        dimensions: LaunchDimensions,
        arguments: &[DeviceBuffer],
    ) -> Result<(), Error>;

    /// Calls a host function after all earlier work of the stream. The call may happen before this
    /// method returns or later. In the latter case, [`DriverStream::synchronize`] returns the error
    /// of the function.
    ///
    /// # Errors
    /// Fails if the driver rejects the call, or if the host function fails before this method
    /// returns.
    fn call(&mut self, callback: HostCallback) -> Result<(), Error>;

    /// Waits for all work of the stream.
    ///
    /// # Errors
    /// Fails if the work of the stream failed.
    fn synchronize(&mut self) -> Result<(), Error>;

    /// Enqueues the recording of an event on the stream.
    ///
    /// # Errors
    /// Fails if the driver rejects the operation.
    fn record(&mut self, event: &<Self::Device as DriverDevice>::Event) -> Result<(), Error>;

    /// Makes later work of the stream wait for the most recent recording of an event.
    ///
    /// # Errors
    /// Fails if the driver rejects the operation.
    fn wait_for(&mut self, event: &<Self::Device as DriverDevice>::Event) -> Result<(), Error>;
}

/// An event of a driver.
pub trait DriverEvent: Debug + Send + Sync + 'static {
    /// The driver's type of the device to which the event belongs.
    type Device: DriverDevice;

    /// Returns true if the work before the most recent recording of the event is done or has
    /// failed, or if the event was never recorded.
    fn is_done(&self) -> bool;

    /// Waits for the work before the most recent recording of the event.
    ///
    /// # Errors
    /// Fails if this work failed.
    fn wait(&self) -> Result<(), Error>;

    /// Returns true if the event was created on `device`.
    fn is_of(&self, device: &Arc<Self::Device>) -> bool;
}

/// Returns an error of the platform `platform` with a message.
fn refuse(platform: &str, message: &str) -> Error {
    Error::Device { platform: platform.to_owned(), message: message.to_owned() }
}
