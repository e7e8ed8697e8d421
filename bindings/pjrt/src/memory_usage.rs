// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory statistics of devices.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Memory statistics of a device: bytes in use, their peak, and the number of allocations.
#[derive(Debug, Default)]
pub struct Usage {
    bytes: AtomicUsize,
    peak: AtomicUsize,
    buffers: AtomicUsize,
}

impl Usage {
    /// Records that a buffer was created.
    pub fn add(&self, bytes: usize) {
        let now = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
        self.buffers.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that a buffer was freed.
    pub fn remove(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the number of bytes in use.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the peak of the number of bytes in use.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Returns the total number of buffers that were created, including freed buffers.
    pub fn buffers(&self) -> usize {
        self.buffers.load(Ordering::Relaxed)
    }

    /// Sets the peak to the number of bytes in use.
    pub fn reset_peak(&self) {
        self.peak.store(self.bytes(), Ordering::Relaxed);
    }
}
