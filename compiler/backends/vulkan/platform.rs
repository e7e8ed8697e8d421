// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform, with the devices that the loader finds.

use super::NAME;
use super::device;
use super::target::VulkanTarget;
use hloom_codegen::HostTransfers;
use hloom_compiler::Error;
use hloom_compiler::interface::{Compiler, Platform, StreamExecutor, TransferManager};
use hloom_gpu_compiler::{GpuCompiler, GpuExecutor};
use std::sync::Arc;

/// Devices with Vulkan.
pub struct VulkanPlatform;

fn find(ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
    Ok(Arc::new(GpuExecutor::new(device::device(ordinal)?, ordinal)))
}

impl Platform for VulkanPlatform {
    fn name(&self) -> &str {
        NAME
    }

    fn description(&self) -> &str {
        "GPUs of any maker, through SPIR-V and Vulkan"
    }

    fn device_count(&self) -> usize {
        device::device_count().unwrap_or(0)
    }

    fn device(&self, ordinal: usize) -> Result<Arc<dyn StreamExecutor>, Error> {
        find(ordinal)
    }

    fn compiler(&self) -> Arc<dyn Compiler> {
        Arc::new(GpuCompiler::new(VulkanTarget::new(), Box::new(find)))
    }

    fn transfer_manager(&self) -> Arc<dyn TransferManager> {
        Arc::new(HostTransfers { platform: NAME })
    }
}
