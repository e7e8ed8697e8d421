// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of simulated GPUs, whose kernels run on the host, and the generation of
//! their machine code.

use super::NAME;
use hloom_codegen::lower::dump;
use hloom_compiler::Error;
use hloom_compiler::interface::CompileOptions;
use hloom_gpu_compiler::{CodeForm, GpuPipeline, GpuTarget};
use hloom_llvm::{LlvmModule, ObjectEmitter, Target};
use hloom_lowering::ir::Context;
use melior::ir::Module;

/// Returns the lowering pipeline of the platform.
pub fn pipeline() -> GpuPipeline {
    GpuPipeline::llvm(
        NAME,
        "kernels of a GPU that is simulated on the host",
        ("hloom-gpu-to-host", "the host runs kernels one thread after the other"),
        (
            "hloom-check-accesses,hloom-emit-kernel-entries",
            "kernels check their accesses, and take their arguments as an array",
        ),
    )
    .with_matrix_unit("wgmma")
}

/// The code generator for simulated kernels.
pub struct SimtTarget;

impl GpuTarget for SimtTarget {
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
        Target::host_spec().to_string()
    }

    fn dialects(&self) -> &[&str] {
        &["llvm"]
    }

    fn generate(
        &self,
        _: &Context,
        kernels: &Module,
        _: &str,
        form: CodeForm,
        options: &CompileOptions,
    ) -> Result<Vec<u8>, Error> {
        if form == CodeForm::Assembly {
            return Err(Error::unsupported(NAME, "assembly text"));
        }
        let mut module =
            LlvmModule::from_mlir(kernels.as_operation()).map_err(hloom_codegen::error)?;
        let target = Target::host().map_err(hloom_codegen::error)?;
        module.optimize(&target).map_err(hloom_codegen::error)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "native.ll", &module.ir())?;
        }
        ObjectEmitter::new(target).object(&mut module).map_err(hloom_codegen::error)
    }
}
