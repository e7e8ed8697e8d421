// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Events: points in the work of streams.

use crate::DeviceId;
use hloom_compiler::Error;
use hloom_compiler::interface::Event;
use std::any::Any;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// An event on a device. Clones share their state.
///
/// An event has happened when at least one stream has recorded it and all streams that recorded it
/// have reached it. This includes streams that have failed: waiting for the event then returns the
/// first failure. A later recording resets the event.
#[derive(Clone)]
pub struct DeviceEvent(Arc<Shared>);

/// A function that is called once when an event has happened.
pub(super) type Waiter = Box<dyn FnOnce(Result<(), Error>) + Send>;

struct Shared {
    device: DeviceId,
    progress: Mutex<Progress>,
    changed: Condvar,
}

#[derive(Default)]
struct Progress {
    /// Whether a stream has reached the event.
    reached: bool,
    /// Number of recordings of the event that streams have registered and not yet reached.
    expected: usize,
    /// The first failure of a stream before it reached the event.
    failure: Option<Error>,
    /// The functions to call when the event has happened.
    waiters: Vec<Waiter>,
}

impl Progress {
    /// Returns the outcome of the event if it has happened.
    fn outcome(&self) -> Option<Result<(), Error>> {
        let has_happened = self.reached && self.expected == 0;
        has_happened.then(|| self.failure.clone().map_or(Ok(()), Err))
    }
}

impl DeviceEvent {
    /// Creates an event of a device. The event has not happened.
    pub fn new(device: &DeviceId) -> DeviceEvent {
        let (device, progress) = (device.clone(), Mutex::default());
        DeviceEvent(Arc::new(Shared { device, progress, changed: Condvar::new() }))
    }

    /// Downcasts an event to this type if it belongs to `device`.
    ///
    /// # Errors
    /// Fails if the event belongs to another device.
    pub(super) fn of(event: &Arc<dyn Event>, device: &DeviceId) -> Result<DeviceEvent, Error> {
        let event = event.as_any().downcast_ref::<DeviceEvent>();
        let event = event.filter(|event| event.0.device == *device).cloned();
        event.ok_or_else(|| {
            device.error("expected an event of this device, found one of another device")
        })
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        // A panic cannot leave the state inconsistent, so a poisoned lock is usable.
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers that a stream has recorded the event and will reach it.
    pub(super) fn expect(&self) {
        let mut progress = self.lock();
        if progress.expected == 0 {
            progress.failure = None;
        }
        progress.expected += 1;
    }

    /// Marks a registered recording as reached by its stream. `failure` is the failure of the
    /// stream, if it has failed.
    pub(super) fn reach(&self, failure: Option<Error>) {
        let mut progress = self.lock();
        progress.reached = true;
        progress.expected = progress.expected.saturating_sub(1);
        progress.failure = progress.failure.take().or(failure);
        let Some(outcome) = progress.outcome() else { return };
        let waiters = std::mem::take(&mut progress.waiters);
        drop(progress);
        self.0.changed.notify_all();
        waiters.into_iter().for_each(|waiter| waiter(outcome.clone()));
    }

    /// Calls `waiter` when the event has happened, or immediately if it has already happened.
    ///
    /// The waiter does not keep the event alive. It receives an error if the event is dropped.
    pub(super) fn when_happened(&self, waiter: Waiter) {
        let mut progress = self.lock();
        match progress.outcome() {
            None => progress.waiters.push(waiter),
            Some(outcome) => {
                drop(progress);
                waiter(outcome);
            }
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // A recording that has yet to be reached holds the event, so nobody can record it anymore.
        let progress = self.progress.get_mut().unwrap_or_else(PoisonError::into_inner);
        for waiter in std::mem::take(&mut progress.waiters) {
            waiter(Err(self.device.error("an event was dropped before a stream recorded it")));
        }
    }
}

impl Event for DeviceEvent {
    fn has_happened(&self) -> bool {
        self.lock().outcome().is_some()
    }

    fn wait(&self) -> Result<(), Error> {
        let mut progress = self.lock();
        loop {
            if let Some(outcome) = progress.outcome() {
                return outcome;
            }
            let changed = self.0.changed.wait(progress);
            progress = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
