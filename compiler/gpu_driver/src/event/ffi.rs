// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events of a device.

use crate::binding::Binding;
use crate::device::Device;
use crate::functions::Code;
use hloom_gpu_runtime::device::DriverEvent;
use hloom_stream_executor::Error;
use std::ffi::{c_uint, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

/// The flag `CU_EVENT_DISABLE_TIMING` or `hipEventDisableTiming`: the event records no time.
const WITHOUT_TIME: c_uint = 2;

/// An event of the driver.
#[derive(Debug)]
pub struct EventHandle<B: Binding> {
    device: Arc<Device<B>>,
    event: *mut c_void,
}

// SAFETY: the driver allows any thread to use an event.
unsafe impl<B: Binding> Send for EventHandle<B> {}
// SAFETY: as above.
unsafe impl<B: Binding> Sync for EventHandle<B> {}

impl<B: Binding> Drop for EventHandle<B> {
    fn drop(&mut self) {
        let event = self.event;
        let _ = self.device.current(|functions| {
            // SAFETY: the event is destroyed only here. The driver does so when it has happened.
            Code::check(unsafe { (functions.destroy_event)(event) })
        });
    }
}

impl<B: Binding> EventHandle<B> {
    /// Creates an event.
    ///
    /// # Errors
    /// Fails if the driver cannot create further events.
    pub(crate) fn new(device: &Arc<Device<B>>) -> Result<Self, Error> {
        let event = device.with("create an event", |functions| {
            let mut event = null_mut();
            // SAFETY: the device is current, and the pointer outlives the call.
            let created = unsafe { (functions.create_event)(&raw mut event, WITHOUT_TIME) };
            Code::check(created).map(|()| event)
        })?;
        Ok(Self { device: Arc::clone(device), event })
    }

    /// Returns the driver's handle of the event, which is valid as long as the event exists.
    pub(crate) fn handle(&self) -> *mut c_void {
        self.event
    }
}

impl<B: Binding> DriverEvent for EventHandle<B> {
    type Device = Device<B>;

    fn is_done(&self) -> bool {
        let event = self.event;
        let state = self.device.current(|functions| {
            // SAFETY: the event is alive.
            Code::check(unsafe { (functions.query_event)(event) })
        });
        state != Err(Code::NOT_READY)
    }

    fn wait(&self) -> Result<(), Error> {
        let event = self.event;
        self.device.with("wait for an event", |functions| {
            // SAFETY: the event is alive.
            Code::check(unsafe { (functions.synchronize_event)(event) })
        })
    }

    fn is_of(&self, device: &Arc<Device<B>>) -> bool {
        Arc::ptr_eq(&self.device, device)
    }
}
