// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of a device: the simulated machine and the counters of its work.

use super::traffic::Traffic;
use crate::NAME;
use hloom_device::DeviceId;
use npu_simulator::Machine;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The state that all streams, buffers and kernels of a device share.
#[derive(Debug)]
pub struct Shared {
    /// Platform and ordinal of the device.
    pub id: DeviceId,
    state: Mutex<State>,
}

/// The simulated machine, which runs one kernel at a time, and the counters of its work.
#[derive(Debug)]
pub struct State {
    pub machine: Machine,
    pub traffic: Traffic,
}

impl Shared {
    /// Returns the state of a device with an unused machine.
    pub fn new(ordinal: usize, machine: Machine) -> Shared {
        let state = Mutex::new(State { machine, traffic: Traffic::default() });
        Shared { id: DeviceId::new(NAME, ordinal), state }
    }

    /// Locks the machine and its counters. After a panic during a run, only the contents of device
    /// memory are unspecified, so a poisoned lock is usable.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
