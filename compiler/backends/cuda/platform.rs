// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform, with the devices that the driver finds.

use super::NAME;
use super::device;
use super::target::CudaTarget;
use hloom_codegen::HostTransfers;
use hloom_compiler::Error;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_gpu_compiler::{GpuCompiler, GpuExecutor};
use std::sync::Arc;

/// NVIDIA's GPUs.
pub struct CudaPlatform;

fn find(ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
    Ok(Arc::new(GpuExecutor::new(device::device(ordinal)?, ordinal)))
}

impl Platform for CudaPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "NVIDIA's GPUs, through LLVM and the CUDA driver"
    }

    fn device_count(&self) -> usize {
        device::device_count().unwrap_or(0)
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        find(ordinal)
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(GpuCompiler::new(CudaTarget::new(), Box::new(find)))
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(HostTransfers { platform: NAME })
    }
}
