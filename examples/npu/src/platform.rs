// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform.

use crate::device::NpuExecutor;
use crate::{NAME, NpuCompiler, NpuTransferManager};
use hloom_compiler::Error;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use std::sync::Arc;

/// How many devices there are.
const DEVICES: usize = 2;

/// The simulated accelerators, and the host that does what they cannot.
pub struct NpuPlatform {
    devices: Arc<[NpuExecutor]>,
    host: Option<Arc<dyn Platform>>,
}

impl NpuPlatform {
    /// The platform beside that of the host, if there is one.
    pub fn new(host: Option<Arc<dyn Platform>>) -> NpuPlatform {
        NpuPlatform { devices: (0..DEVICES).map(NpuExecutor::new).collect(), host }
    }

    /// The compiler, with all that is particular to it.
    pub fn npu_compiler(&self) -> NpuCompiler {
        NpuCompiler::new(Arc::clone(&self.devices), self.host.clone())
    }

    /// A device, with all that is particular to it.
    ///
    /// # Errors
    /// If there is none of the number.
    pub fn npu(&self, ordinal: usize) -> Result<&NpuExecutor, Error> {
        device(&self.devices, ordinal)
    }
}

/// The device of a number.
pub(crate) fn device(devices: &[NpuExecutor], ordinal: usize) -> Result<&NpuExecutor, Error> {
    devices.get(ordinal).ok_or_else(|| {
        let count = devices.len();
        Error::invalid(format!("platform `{NAME}` has {count} devices, no number {ordinal}"))
    })
}

impl Platform for NpuPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "a simulated accelerator; what it cannot do the host does"
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
