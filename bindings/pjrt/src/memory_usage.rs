// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory statistics of devices.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The memory statistics of a device: the number of bytes in use, the peak of this number, and the
/// number of allocations.
#[derive(Debug, Default)]
pub struct Usage {
    bytes: AtomicUsize,
    peak: AtomicUsize,
    buffers: AtomicUsize,
}

impl Usage {
    /// Records that a buffer of `bytes` bytes was created.
    pub fn add(&self, bytes: usize) {
        let now = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.peak.fetch_max(now, Ordering::Relaxed);
        self.buffers.fetch_add(1, Ordering::Relaxed);
    }

    /// Records that a buffer of `bytes` bytes was freed.
    pub fn remove(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Returns the number of bytes in buffers that have not been freed.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns the largest number of bytes that were in use at the same time.
    pub fn peak(&self) -> usize {
        self.peak.load(Ordering::Relaxed)
    }

    /// Returns the total number of buffers that were created, including freed buffers.
    pub fn buffers(&self) -> usize {
        self.buffers.load(Ordering::Relaxed)
    }

    /// Sets the peak to the number of bytes that are in use now.
    pub fn reset_peak(&self) {
        self.peak.store(self.bytes(), Ordering::Relaxed);
    }
}
