// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers kernels to the ROCDL dialect for AMD's GPUs, and generates code objects from that
//! dialect.

use hloom_codegen::file_tool::{FileTool, LINKER};
use hloom_codegen::lower::dump;
use hloom_compiler::Error;
use hloom_compiler::interface::CompileOptions;
use hloom_gpu_compiler::{CodeForm, GpuPipeline, GpuTarget};
use hloom_llvm::{LlvmModule, Target, TargetSpec};
use hloom_lowering::ir::Context;
use hloom_rocm::{CHIPS, NAME};
use melior::ir::Module;

/// The linker of code objects.
const CODE_OBJECT_LINKER: FileTool = FileTool {
    advice: "install LLVM's linker lld, which links code objects of AMD's GPUs",
    ..LINKER
};

/// Returns the lowering pipeline for GPUs with the matrix units `matrix_unit`: a value of the
/// option `matrix-unit` of `hloom-map-to-threads`.
pub fn pipeline(matrix_unit: &'static str) -> GpuPipeline {
    GpuPipeline::llvm(
        NAME,
        "kernels for AMD's GPUs, through the ROCDL dialect",
        ("hloom-gpu-to-rocdl", "kernels read their block and thread from registers"),
        ("hloom-mark-rocdl-kernels", "HIP finds kernels by their descriptors"),
    )
    .with_matrix_unit(matrix_unit)
}

/// The code generator for kernels of the ROCm platform.
#[derive(Clone, Copy)]
pub struct RocmTarget;

impl GpuTarget for RocmTarget {
    fn name(&self) -> &'static str {
        NAME
    }

    fn pipeline(&self, chip: &str) -> GpuPipeline {
        let known = CHIPS.iter().find(|known| known.name == chip);
        pipeline(known.map_or("none", |known| known.matrix_unit))
    }

    fn chips(&self) -> Vec<&'static str> {
        CHIPS.iter().map(|chip| chip.name).collect()
    }

    fn chip_of(&self, device: usize) -> Result<&'static str, Error> {
        let device = hloom_rocm::device(device)?;
        let name = device.chip_name();
        CHIPS.iter().find(|chip| chip.name == name).map(|chip| chip.name).ok_or_else(|| {
            let known = self.chips().join(", ");
            let device = device.name();
            Error::invalid(format!(
                "platform `{NAME}`: expected a device with one of the chips {known}, found {device} \
                 with the chip {name}"
            ))
        })
    }

    fn fingerprint(&self, chip: &str) -> String {
        chip.to_owned()
    }

    fn dialects(&self) -> &[&str] {
        &["llvm", "rocdl"]
    }

    fn generate(
        &self,
        _: &Context,
        kernels: &Module,
        chip: &str,
        form: CodeForm,
        options: &CompileOptions,
    ) -> Result<Vec<u8>, Error> {
        let target = Target::for_kernels(TargetSpec {
            triple: "amdgcn-amd-amdhsa".to_owned(),
            cpu: chip.to_owned(),
            ..TargetSpec::default()
        });
        let target = target.map_err(hloom_codegen::error)?;
        let mut module =
            LlvmModule::from_mlir(kernels.as_operation()).map_err(hloom_codegen::error)?;
        module.optimize(&target).map_err(hloom_codegen::error)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "native.ll", &module.ir())?;
        }
        match form {
            CodeForm::Loadable | CodeForm::Image => {
                let object = module.object(&target).map_err(hloom_codegen::error)?;
                CODE_OBJECT_LINKER.convert(&object, &["-shared"])
            }
            CodeForm::Assembly => {
                let text = module.assembly(&target).map_err(hloom_codegen::error)?;
                Ok(text.into_bytes())
            }
        }
    }
}
