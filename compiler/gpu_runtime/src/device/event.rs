// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events of a stream executor on top of a driver.

use super::{DriverDevice, DriverEvent, refuse};
use hloom_stream_executor::{Error, Event};
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// An event of a device, which also knows whether a stream has recorded it.
#[derive(Debug)]
pub struct GpuEvent<D: DriverDevice> {
    /// The driver's event. The driver treats an event that was never recorded as done.
    pub handle: D::Event,
    is_recorded: AtomicBool,
    lock: Mutex<()>,
    recorded: Condvar,
}

impl<D: DriverDevice> GpuEvent<D> {
    /// Creates an event that no stream has recorded yet.
    ///
    /// # Errors
    /// Fails if the driver cannot create further events.
    pub fn new(device: &Arc<D>) -> Result<Self, Error> {
        let handle = device.create_event()?;
        let is_recorded = AtomicBool::new(false);
        Ok(Self { handle, is_recorded, lock: Mutex::new(()), recorded: Condvar::new() })
    }

    /// Downcasts an event to the driver's event, and checks that it belongs to `device`.
    ///
    /// # Errors
    /// Fails if the event belongs to another device.
    pub fn of<'e>(event: &'e Arc<dyn Event>, device: &Arc<D>) -> Result<&'e Self, Error> {
        let own = event.as_any().downcast_ref::<Self>();
        own.filter(|event| event.handle.is_of(device))
            .ok_or_else(|| refuse(D::PLATFORM, "an event of another device was used"))
    }

    /// Marks the event as recorded, and wakes the threads that wait for its recording.
    pub fn set_recorded(&self) {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        self.is_recorded.store(true, Ordering::Release);
        drop(guard);
        self.recorded.notify_all();
    }
}

impl<D: DriverDevice> Event for GpuEvent<D> {
    fn has_happened(&self) -> bool {
        self.is_recorded.load(Ordering::Acquire) && self.handle.is_done()
    }

    fn wait(&self) -> Result<(), Error> {
        let guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        let is_pending = |_: &mut ()| !self.is_recorded.load(Ordering::Acquire);
        drop(self.recorded.wait_while(guard, is_pending));
        self.handle.wait()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
