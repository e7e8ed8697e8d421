// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A platform whose devices are the devices of a GPU driver.

use super::compiler::{FindDevice, GpuCompiler};
use super::target::GpuTarget;
use hloom_compiler::Error;
use hloom_compiler::interface::{
    Compiler, HostTransfers, Platform, StreamExecutor, TransferManager,
};
use hloom_gpu_runtime::device::{DriverDevice, GpuExecutor};
use std::sync::Arc;

/// A platform with the devices that a driver finds, and with the compiler of a target.
pub struct GpuPlatform<T, D> {
    pub description: &'static str,
    /// The code generator for kernels.
    pub target: T,
    /// A function that returns the number of devices.
    pub device_count: fn() -> Result<usize, Error>,
    /// A function that returns the device with an ordinal.
    pub device: fn(usize) -> Result<Arc<D>, Error>,
}

impl<T: GpuTarget + Copy + 'static, D: DriverDevice> Platform for GpuPlatform<T, D> {
    fn name(&self) -> &str {
        D::PLATFORM
    }

    fn description(&self) -> &str {
        self.description
    }

    fn device_count(&self) -> usize {
        (self.device_count)().unwrap_or(0)
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        Ok(Arc::new(GpuExecutor::new((self.device)(ordinal)?, ordinal)))
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        let device = self.device;
        let find: Box<FindDevice> =
            Box::new(move |ordinal| Ok(Arc::new(GpuExecutor::new(device(ordinal)?, ordinal))));
        Arc::new(GpuCompiler::new(self.target, find))
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(HostTransfers { platform: D::PLATFORM })
    }
}
