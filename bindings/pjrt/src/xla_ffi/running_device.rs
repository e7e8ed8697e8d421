// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The device whose program runs on a thread.
//!
//! Handlers query the ID of this device. During a call of a Python function, the device may run
//! later tasks.

use crate::client::Client;
use std::cell::RefCell;

thread_local! {
    /// The client and the ID of the device whose program runs on this thread.
    static DEVICE: RefCell<Option<(Client, usize)>> = const { RefCell::new(None) };
}

/// Runs a program on a device. During the run, the handlers of the program's custom calls can query
/// the ID of the device.
pub fn on_device<R>(client: &Client, number: usize, run: impl FnOnce() -> R) -> R {
    struct Restore(Option<(Client, usize)>);

    impl Drop for Restore {
        fn drop(&mut self) {
            DEVICE.replace(self.0.take());
        }
    }

    let _before = Restore(DEVICE.replace(Some((client.clone(), number))));
    run()
}

/// Returns the ID of the device whose program runs on the calling thread, or 0 outside a run.
pub fn device_number() -> usize {
    DEVICE.with_borrow(|device| device.as_ref().map_or(0, |(_, number)| *number))
}

/// Calls a function, and lets the device run later tasks during the call. Python callbacks require
/// this, because they may start work on the device and wait for it.
///
/// # Errors
/// Fails if the device does not exist, or a thread for the later tasks cannot be started.
pub fn while_device_runs_other_tasks<R>(call: impl FnOnce() -> R) -> Result<R, String> {
    let Some((client, number)) = DEVICE.with_borrow(Clone::clone) else { return Ok(call()) };
    let device = client.local(number).map_err(|failure| failure.message)?;
    device
        .queue
        .while_others_run(call)
        .map_err(|error| format!("cannot start a thread for the tasks of the device: {error}"))
}
