// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform `npu`, which consists of simulated accelerators.

use crate::device::{NpuExecutor, with_ordinal};
use crate::{NAME, NpuCompiler, NpuTransferManager};
use hloom_compiler::Error;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use std::sync::Arc;

/// Number of devices of the platform.
const DEVICES: usize = 2;

/// The platform `npu`: its simulated accelerators, and the host platform for operations that the
/// accelerators do not support.
pub struct NpuPlatform {
    devices: Arc<[NpuExecutor]>,
    host: Option<Arc<dyn Platform>>,
}

impl NpuPlatform {
    /// Creates the platform. `host` is the platform for operations that the devices do not support,
    /// if it is registered.
    pub fn new(host: Option<Arc<dyn Platform>>) -> NpuPlatform {
        NpuPlatform { devices: (0..DEVICES).map(NpuExecutor::new).collect(), host }
    }

    /// Returns the compiler of the platform with its concrete type.
    pub fn npu_compiler(&self) -> NpuCompiler {
        NpuCompiler::new(Arc::clone(&self.devices), self.host.clone())
    }

    /// Returns a device of the platform with its concrete type.
    ///
    /// # Errors
    /// Fails if there is no device with this ordinal.
    pub fn npu(&self, ordinal: usize) -> Result<&NpuExecutor, Error> {
        with_ordinal(&self.devices, ordinal)
    }
}

impl Platform for NpuPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "simulated accelerator; unsupported operations run on the host"
    }

    fn device_count(&self) -> usize {
        self.devices.len()
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        Ok(Arc::new(self.npu(ordinal)?.clone()))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(self.npu_compiler())
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(NpuTransferManager)
    }
}
