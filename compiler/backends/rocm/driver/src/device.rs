// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices of the platform. The binding of the HIP runtime is not written yet: there are none.

use crate::NAME;
use hloom_gpu_runtime::device::{DriverDevice, DriverEvent, DriverStream};
use hloom_stream_executor::{
    DeviceBuffer, DeviceDescription, Error, HostCallback, LaunchDimensions,
};
use hloom_values::AlignedBytes;
use std::sync::Arc;

/// A device.
#[derive(Debug)]
pub enum Device {}

/// Returns the number of devices.
///
/// # Errors
/// Fails if there is no HIP runtime, or if it cannot be used.
pub fn device_count() -> Result<usize, Error> {
    let message = "there is no HIP runtime on this machine (`libamdhip64.so`)".to_owned();
    Err(Error::Device { platform: NAME.to_owned(), message })
}

/// Returns the device with an ordinal.
///
/// # Errors
/// Fails if there is no such device, or if it cannot be used.
pub fn device(_: usize) -> Result<Arc<Device>, Error> {
    device_count().map(|_| unreachable!("there is no device"))
}

impl Device {
    /// Returns the vendor's name of the device.
    pub fn name(&self) -> &str {
        match *self {}
    }

    /// Returns LLVM's name of the device's chip, such as `gfx942`.
    pub fn chip_name(&self) -> String {
        match *self {}
    }
}

impl DriverDevice for Device {
    const PLATFORM: &'static str = NAME;
    type Function = ();
    type Stream = Stream;
    type Event = Event;

    fn description(&self) -> DeviceDescription {
        match *self {}
    }
    fn allocate(self: &Arc<Self>, _: usize) -> Result<DeviceBuffer, Error> {
        match **self {}
    }
    fn load(self: &Arc<Self>, _: &[u8], _: &[&str]) -> Result<Vec<()>, Error> {
        match **self {}
    }
    fn create_stream(self: &Arc<Self>) -> Result<Stream, Error> {
        match **self {}
    }
    fn create_event(self: &Arc<Self>) -> Result<Event, Error> {
        match **self {}
    }
}

/// A stream.
#[derive(Debug)]
pub enum Stream {}

impl DriverStream for Stream {
    type Device = Device;

    fn device(&self) -> &Arc<Device> {
        match *self {}
    }
    fn copy_in(&mut self, _: Arc<AlignedBytes>, _: &DeviceBuffer) -> Result<(), Error> {
        match *self {}
    }
    fn copy_out(&mut self, _: &DeviceBuffer, _: &mut [u8]) -> Result<(), Error> {
        match *self {}
    }
    fn copy(&mut self, _: &DeviceBuffer, _: &DeviceBuffer) -> Result<(), Error> {
        match *self {}
    }
    fn fill(&mut self, _: &DeviceBuffer, _: u8) -> Result<(), Error> {
        match *self {}
    }
    fn launch(&mut self, (): &(), _: LaunchDimensions, _: &[DeviceBuffer]) -> Result<(), Error> {
        match *self {}
    }
    fn call(&mut self, _: HostCallback) -> Result<(), Error> {
        match *self {}
    }
    fn synchronize(&mut self) -> Result<(), Error> {
        match *self {}
    }
    fn record(&mut self, _: &Event) -> Result<(), Error> {
        match *self {}
    }
    fn wait_for(&mut self, _: &Event) -> Result<(), Error> {
        match *self {}
    }
}

/// An event.
#[derive(Debug)]
pub enum Event {}

impl DriverEvent for Event {
    type Device = Device;

    fn is_done(&self) -> bool {
        match *self {}
    }
    fn wait(&self) -> Result<(), Error> {
        match *self {}
    }
    fn is_of(&self, _: &Arc<Device>) -> bool {
        match *self {}
    }
}
