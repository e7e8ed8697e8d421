// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A device: its machine, and what is shared by all that use it.

use super::event::NpuEvent;
use super::kernel::{KernelBinary, NpuKernel};
use super::memory::NpuMemory;
use super::stream::NpuStream;
use super::{Traffic, failure};
use hloom_compiler::Error;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceDescription, Event, Kernel, Stream, StreamExecutor,
};
use npu_simulator::{Dram, DramError, Machine};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of a device's memory.
const DRAM_BYTES: u64 = 8 << 30;
/// Steps after which a kernel is taken to hang: hours.
const STEP_LIMIT: u64 = 1 << 40;

/// A device of the platform; clones are the same one.
#[derive(Clone, Debug)]
pub struct NpuExecutor {
    pub(super) shared: Arc<Shared>,
}

/// What all users of a device share.
#[derive(Debug)]
pub struct Shared {
    ordinal: usize,
    state: Mutex<State>,
}

/// The machine, which runs one kernel at a time.
#[derive(Debug)]
pub struct State {
    pub machine: Machine,
    pub traffic: Traffic,
}

impl Shared {
    /// The machine. A panic in the middle of a run leaves bytes, valid whatever they are.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl NpuExecutor {
    /// A device with a machine of its own.
    pub fn new(ordinal: usize) -> NpuExecutor {
        NpuExecutor::with_memory(ordinal, DRAM_BYTES)
    }

    /// A device with a machine of its own, which has so many bytes of memory.
    pub fn with_memory(ordinal: usize, bytes: u64) -> NpuExecutor {
        let mut machine = Machine::new(Dram::with_capacity(bytes));
        machine.step_limit = STEP_LIMIT;
        let state = Mutex::new(State { machine, traffic: Traffic::default() });
        NpuExecutor { shared: Arc::new(Shared { ordinal, state }) }
    }

    /// What it has done so far.
    pub fn traffic(&self) -> Traffic {
        self.shared.lock().traffic
    }

    /// The bytes of a buffer, now.
    ///
    /// # Errors
    /// If it is another device's.
    pub fn read(&self, buffer: &DeviceBuffer) -> Result<Vec<u8>, Error> {
        self.check(buffer)?;
        let mut state = self.shared.lock();
        let bytes = state.machine.dram.read(buffer.address(), buffer.byte_size() as u64);
        let bytes = bytes.map_err(failure)?.to_vec();
        state.traffic.to_host += bytes.len() as u64;
        Ok(bytes)
    }

    /// Puts bytes at the start of a buffer, now.
    ///
    /// # Errors
    /// If it is another device's, or too short.
    pub fn write(&self, buffer: &DeviceBuffer, bytes: &[u8]) -> Result<(), Error> {
        self.check(buffer)?;
        if bytes.len() > buffer.byte_size() {
            let (from, to) = (bytes.len(), buffer.byte_size());
            return Err(failure(format!("{from} bytes are copied to a buffer of {to}")));
        }
        let mut state = self.shared.lock();
        state.machine.dram.write(buffer.address(), bytes).map_err(failure)?;
        state.traffic.to_device += bytes.len() as u64;
        Ok(())
    }

    /// Refuses a buffer of another device.
    pub(super) fn check(&self, buffer: &DeviceBuffer) -> Result<(), Error> {
        let memory = buffer.memory().as_any().downcast_ref::<NpuMemory>();
        match memory {
            Some(memory) if Arc::ptr_eq(&memory.device, &self.shared) => Ok(()),
            _ => Err(failure("a buffer of another device was used")),
        }
    }
}

impl StreamExecutor for NpuExecutor {
    fn ordinal(&self) -> usize {
        self.shared.ordinal
    }

    fn description(&self) -> DeviceDescription {
        let name = "simulated accelerator".to_owned();
        let bytes = self.shared.lock().machine.dram.capacity();
        let memory_bytes = Some(bytes);
        DeviceDescription { name, memory_bytes, cores: 1, has_host_memory: false }
    }

    fn allocate(&self, bytes: usize) -> Result<DeviceBuffer, Error> {
        let allocated = self.shared.lock().machine.dram.allocate(bytes as u64);
        let address = allocated.map_err(|error| match error {
            DramError::OutOfMemory { .. } => {
                Error::OutOfMemory { bytes, what: "a device buffer".to_owned() }
            }
            other => failure(other),
        })?;
        let device = Arc::clone(&self.shared);
        Ok(DeviceBuffer::new(Arc::new(NpuMemory { device, address, bytes })))
    }

    fn create_stream(&self) -> Result<Box<dyn Stream>, Error> {
        Ok(Box::new(NpuStream::new(self.clone())?))
    }

    fn create_event(&self) -> Result<Arc<dyn Event>, Error> {
        Ok(Arc::new(NpuEvent::default()))
    }

    fn load_kernel(&self, binary: &[u8], name: &str) -> Result<Arc<dyn Kernel>, Error> {
        let binary = KernelBinary::from_bytes(binary).map_err(Error::invalid)?;
        Ok(Arc::new(NpuKernel::new(binary, name, Arc::clone(&self.shared))?))
    }
}
