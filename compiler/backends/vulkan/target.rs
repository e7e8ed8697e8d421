// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers kernels to the spirv dialect for Vulkan, and generates SPIR-V modules from that dialect.

use hloom_codegen::lower::dump;
use hloom_compiler::Error;
use hloom_compiler::interface::CompileOptions;
use hloom_gpu_compiler::{CodeForm, GpuPipeline, GpuTarget, spirv};
use hloom_lowering::ir::Context;
use hloom_vulkan::{CODE, NAME};
use melior::ir::Module;

/// Returns the lowering pipeline of the Vulkan platform.
pub fn pipeline() -> GpuPipeline {
    GpuPipeline::spirv(NAME, "kernels for Vulkan, through the spirv dialect")
}

/// The code generator for kernels of the Vulkan platform.
#[derive(Clone, Copy)]
pub struct VulkanTarget;

impl GpuTarget for VulkanTarget {
    fn name(&self) -> &'static str {
        NAME
    }

    fn pipeline(&self, _: &str) -> GpuPipeline {
        pipeline()
    }

    fn chips(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn chip_of(&self, _: usize) -> Result<&'static str, Error> {
        Ok("")
    }

    fn fingerprint(&self, _: &str) -> String {
        CODE.to_owned()
    }

    fn dialects(&self) -> &[&str] {
        &["spirv"]
    }

    fn generate(
        &self,
        context: &Context,
        kernels: &Module,
        _: &str,
        form: CodeForm,
        options: &CompileOptions,
    ) -> Result<Vec<u8>, Error> {
        if form == CodeForm::Assembly {
            return Err(Error::unsupported(NAME, "assembly text"));
        }
        if let Some(dir) = &options.dump_dir {
            dump(dir, "native.mlir", &kernels.as_operation().to_string())?;
        }
        let words = spirv::serialize(context, kernels)?;
        Ok(words.into_iter().flat_map(u32::to_le_bytes).collect())
    }
}
