// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platform `vulkan`: Mesa's lavapipe on the CPU, and GPUs of any maker on request.
//!
//! Kernels become SPIR-V, which the driver compiles for its device. The Vulkan loader is loaded
//! when the platform is first used, so that building and linking need no Vulkan.

mod capabilities;
mod device;
mod target;

use hloom_compiler::Error;
use hloom_gpu_compiler::GpuPlatform;
use hloom_plugin::Registrar;

/// The platform's name.
const NAME: &str = "vulkan";

/// Adds the platform and its pipeline.
///
/// # Errors
/// Never fails. Without a driver, the platform has no devices.
pub fn register(registrar: &mut Registrar) -> Result<(), Error> {
    registrar.add_pipeline(target::pipeline());
    registrar.add_platform(GpuPlatform {
        description: "Mesa's lavapipe, and other devices on request, through SPIR-V and Vulkan",
        target: target::VulkanTarget::new,
        device_count: device::device_count,
        device: device::device,
    });
    Ok(())
}

fn failed(message: impl Into<String>) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.into() }
}
