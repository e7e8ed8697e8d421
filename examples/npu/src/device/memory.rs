// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Memory of the device, freed when dropped.

use super::executor::Shared;
use hloom_compiler::interface::DeviceMemory;
use std::any::Any;
use std::sync::Arc;

/// An allocation in the device's DRAM.
#[derive(Debug)]
pub struct NpuMemory {
    pub(super) device: Arc<Shared>,
    pub(super) address: u64,
    pub(super) bytes: usize,
}

impl DeviceMemory for NpuMemory {
    fn byte_size(&self) -> usize {
        self.bytes
    }

    fn address(&self) -> u64 {
        self.address
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Drop for NpuMemory {
    fn drop(&mut self) {
        // It was allocated there and is freed once, so that this does not fail.
        let _ = self.device.lock().machine.dram.free(self.address);
    }
}
