// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform `vulkan`: Mesa's lavapipe on the CPU, and GPUs of any vendor on request.
//!
//! Kernels are translated to SPIR-V, which the driver compiles for its device. The crate in
//! `driver/` implements the devices.

mod target;

use hloom_compiler::Error;
use hloom_gpu_compiler::GpuPlatform;
use hloom_lowering::gpu::shared_memory;
use hloom_plugin::Registrar;

/// Checks at compile time that kernels use at most the amount of shared memory that every accepted
/// device has.
const _: () = assert!(hloom_vulkan::SHARED_BYTES as i64 == shared_memory::VULKAN_BYTES);

/// Adds the platform and its pipeline to the registries.
///
/// # Errors
/// Never fails. Without a driver, the platform has no devices.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_pipeline(target::pipeline());
    registrar.add_platform(GpuPlatform {
        description: "Mesa's lavapipe, and other devices on request, through SPIR-V and Vulkan",
        target: target::VulkanTarget,
        device_count: hloom_vulkan::device_count,
        device: hloom_vulkan::device,
    });
    Ok(())
}
