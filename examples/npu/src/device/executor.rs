// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A device of the platform, which creates streams, events and kernels.

use super::kernel::{KernelBinary, NpuKernel};
use super::queue::NpuQueue;
use super::shared::Shared;
use super::traffic::Traffic;
use crate::NAME;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceDescription, Event, Kernel, Stream, StreamExecutor,
};
use hloom_device::stream::{DeviceEvent, DeviceStream};
use npu_simulator::{Dram, Machine};
use std::sync::Arc;

/// Size of a device's memory in bytes.
const DRAM_BYTES: u64 = 8 << 30;
/// Maximum number of simulator steps of a kernel. A kernel that takes more steps would run for
/// hours and is considered to hang.
const STEP_LIMIT: u64 = 1 << 40;

/// A device of the platform. Clones share the simulated machine.
#[derive(Clone, Debug)]
pub struct NpuExecutor {
    shared: Arc<Shared>,
}

impl NpuExecutor {
    /// Creates a device with its own simulated machine and the default size of memory.
    pub fn new(ordinal: usize) -> NpuExecutor {
        NpuExecutor::with_memory(ordinal, DRAM_BYTES)
    }

    /// Creates a device with its own simulated machine and `bytes` bytes of memory.
    pub fn with_memory(ordinal: usize, bytes: u64) -> NpuExecutor {
        let mut machine = Machine::new(Dram::with_capacity(bytes));
        machine.step_limit = STEP_LIMIT;
        NpuExecutor { shared: Arc::new(Shared::new(ordinal, machine)) }
    }

    /// Returns the counters of all work that the device has done so far.
    pub fn traffic(&self) -> Traffic {
        self.shared.lock().traffic
    }

    /// Reads all bytes of a device buffer immediately, not in stream order.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device.
    pub fn read(&self, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        self.shared.read(buffer)
    }

    /// Writes bytes to the start of a device buffer immediately, not in stream order.
    ///
    /// # Errors
    /// Fails if the buffer belongs to another device or is too short.
    pub fn write(&self, buffer: &DeviceBuffer, bytes: &[u8]) -> Result<(), Error> {
        self.shared.write(buffer, bytes)
    }
}

impl StreamExecutor for NpuExecutor {
    fn ordinal(&self) -> usize {
        self.shared.id.ordinal()
    }

    fn description(&self) -> DeviceDescription {
        let name = "simulated accelerator".to_owned();
        let bytes = self.shared.lock().machine.dram.capacity();
        let memory_bytes = Some(bytes);
        DeviceDescription { name, memory_bytes, cores: 1, has_host_memory: false }
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        self.shared.allocate(bytes)
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        let queue = Arc::new(NpuQueue(Arc::clone(&self.shared)));
        Ok(Box::new(DeviceStream::new(Box::new(self.clone()), queue)?))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        Ok(Arc::new(DeviceEvent::new(&self.shared.id)))
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let binary = KernelBinary::from_bytes(binary).map_err(Error::invalid)?;
        Ok(Arc::new(NpuKernel::new(binary, name, Arc::clone(&self.shared))?))
    }
}

/// Returns the device with the given ordinal.
///
/// # Errors
/// Fails if there is no such device.
pub fn with_ordinal(devices: &[NpuExecutor], ordinal: usize) -> Result<&NpuExecutor, Error> {
    devices.get(ordinal).ok_or_else(|| {
        let count = devices.len();
        Error::invalid(format!("platform `{NAME}` has no device {ordinal}; it has {count} devices"))
    })
}
