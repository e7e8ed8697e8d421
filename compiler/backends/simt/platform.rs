// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform of simulated devices.

use super::NAME;
use super::device::SimtExecutor;
use super::target::SimtTarget;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    Compiler, HostTransfers, Platform, StreamExecutor, TransferManager,
};
use hloom_gpu_compiler::GpuCompiler;
use std::sync::Arc;

/// The number of simulated devices.
const DEVICES: usize = 2;

/// The platform of simulated GPUs, with its devices.
pub struct SimtPlatform {
    devices: Arc<[SimtExecutor]>,
}

impl SimtPlatform {
    /// Creates the platform with all simulated devices.
    pub fn new() -> Self {
        Self { devices: (0..DEVICES).map(SimtExecutor::new).collect() }
    }
}

fn find(devices: &[SimtExecutor], ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
    let device = devices.get(ordinal).cloned().ok_or_else(|| {
        let last = devices.len() - 1;
        Error::invalid(format!("platform `{NAME}`: expected device 0 to {last}, found {ordinal}"))
    })?;
    Ok(Arc::new(device))
}

impl Platform for SimtPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "a GPU that is simulated on the host, for tests"
    }

    fn device_count(&self) -> usize {
        self.devices.len()
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        find(&self.devices, ordinal)
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        let devices = Arc::clone(&self.devices);
        let device = Box::new(move |ordinal| find(&devices, ordinal));
        Arc::new(GpuCompiler::new(SimtTarget, device))
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(HostTransfers { platform: NAME })
    }
}
