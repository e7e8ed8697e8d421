// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Creates Vulkan's compute pipelines from SPIR-V modules.

use crate::ffi::{Device, error};
use crate::{capabilities, failed};
use ash::vk;
use hloom_stream_executor::Error;
use std::ffi::CString;
use std::sync::Arc;

/// The size in bytes of the push constants: the address of the kernel's arguments, and the address
/// of the flag for loops that the driver ends early.
const PUSH_CONSTANTS: u32 = 16;

/// A kernel that is loaded on a device. All clones refer to the same kernel.
#[derive(Clone, Debug)]
pub struct Pipeline {
    kernels: Arc<Kernels>,
    pipeline: vk::Pipeline,
}

/// The Vulkan pipelines of the kernels of one SPIR-V module.
#[derive(Debug)]
struct Kernels {
    device: Arc<Device>,
    layout: vk::PipelineLayout,
    pipelines: Vec<vk::Pipeline>,
}

impl Drop for Kernels {
    fn drop(&mut self) {
        // SAFETY: the handles are destroyed only here. No launch is pending: streams keep the kernels
        // of their launches until they have waited for them.
        unsafe {
            for pipeline in &self.pipelines {
                self.device.handle.destroy_pipeline(*pipeline, None);
            }
            self.device.handle.destroy_pipeline_layout(self.layout, None);
        }
    }
}

impl Pipeline {
    /// Loads kernels from a SPIR-V module.
    ///
    /// # Errors
    /// Fails if the module lacks a kernel, if the device lacks a feature that the module needs, or
    /// if the driver rejects the module.
    pub fn load(device: &Arc<Device>, image: &[u8], names: &[&str]) -> Result<Vec<Self>, Error> {
        let (chunks, rest) = image.as_chunks::<4>();
        if !rest.is_empty() {
            let bytes = image.len();
            return Err(failed(format!(
                "kernel image: expected words of 4 bytes, found {bytes} bytes"
            )));
        }
        let words: Vec<u32> = chunks.iter().map(|word| u32::from_le_bytes(*word)).collect();
        capabilities::check(&words, names, &device.features, device.name())?;
        let handle = &device.handle;
        let failed_to_load = |code| error("load kernels", code);
        let range = [vk::PushConstantRange::default()
            .stage_flags(vk::ShaderStageFlags::COMPUTE)
            .size(PUSH_CONSTANTS)];
        let layout = vk::PipelineLayoutCreateInfo::default().push_constant_ranges(&range);
        // SAFETY: the structure lives until the call returns.
        let layout = unsafe { handle.create_pipeline_layout(&layout, None) };
        let layout = layout.map_err(failed_to_load)?;
        // From here on, `kernels` destroys what was created.
        let mut kernels = Kernels { device: Arc::clone(device), layout, pipelines: Vec::new() };
        let info = vk::ShaderModuleCreateInfo::default().code(&words);
        // SAFETY: the module comes from the compiler, or from an executable that a compiler of the same
        // fingerprint has serialized. The device has the features that it needs.
        let module = unsafe { handle.create_shader_module(&info, None) }.map_err(failed_to_load)?;
        let mut create = |name: &&str| -> Result<(), Error> {
            let text = CString::new(*name).map_err(|_| {
                failed("expected a kernel name without a zero byte, found one with a zero byte")
            })?;
            let stage = vk::PipelineShaderStageCreateInfo::default()
                .stage(vk::ShaderStageFlags::COMPUTE)
                .module(module)
                .name(&text);
            let info = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
            let cache = device.pipeline_cache.handle();
            // SAFETY: the module has an entry point of this name, as checked above. The structures live
            // until the call returns. The cache is one of the device, or null, which is allowed.
            let created = unsafe { handle.create_compute_pipelines(cache, &info, None) };
            let created =
                created.map_err(|(_, code)| error(&format!("load kernel `{name}`"), code))?;
            kernels.pipelines.extend(created);
            Ok(())
        };
        let created = names.iter().try_for_each(&mut create);
        // SAFETY: pipelines do not refer to the module from which they were created.
        unsafe { handle.destroy_shader_module(module, None) };
        created?;
        device.pipeline_cache.save(handle);
        let kernels = Arc::new(kernels);
        let pipeline =
            |pipeline: &vk::Pipeline| Self { kernels: Arc::clone(&kernels), pipeline: *pipeline };
        Ok(kernels.pipelines.iter().map(pipeline).collect())
    }

    /// Returns true if the kernel is loaded on a device.
    pub fn is_of(&self, device: &Arc<Device>) -> bool {
        Arc::ptr_eq(&self.kernels.device, device)
    }

    /// Returns the driver's handles for the pipeline and its layout, which live as long as the
    /// kernel.
    pub fn handles(&self) -> (vk::Pipeline, vk::PipelineLayout) {
        (self.pipeline, self.kernels.layout)
    }
}
