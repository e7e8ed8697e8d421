// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counters of a device's work.

use npu_simulator::Counters;
use std::ops::Sub;

/// The work of a device's kernels, and the bytes copied between host and device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Counters of the machine, summed over all kernel launches.
    pub counters: Counters,
    /// Number of kernel launches.
    pub launches: u64,
    /// Bytes copied from the host to the device.
    pub to_device: u64,
    /// Bytes copied from the device to the host.
    pub to_host: u64,
}

impl Sub for Traffic {
    type Output = Traffic;

    fn sub(self, before: Traffic) -> Traffic {
        let (mut counters, old) = (self.counters, before.counters);
        counters.cycles -= old.cycles;
        for unit in 0..counters.busy.len() {
            counters.busy[unit] -= old.busy[unit];
            counters.instructions[unit] -= old.instructions[unit];
        }
        counters.dram_read -= old.dram_read;
        counters.dram_written -= old.dram_written;
        counters.multiply_accumulates -= old.multiply_accumulates;
        Traffic {
            counters,
            launches: self.launches - before.launches,
            to_device: self.to_device - before.to_device,
            to_host: self.to_host - before.to_host,
        }
    }
}
