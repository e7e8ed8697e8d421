// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers kernels to the NVVM dialect for CUDA GPUs, and generates PTX from that dialect.

use super::host_driver::HOST_DRIVER;
use hloom_codegen::file_tool::FileTool;
use hloom_codegen::lower::dump;
use hloom_compiler::Error;
use hloom_compiler::interface::CompileOptions;
use hloom_cuda::{CHIPS, Chip, NAME};
use hloom_gpu_compiler::{CodeForm, GpuPipeline, GpuTarget, HostDriver};
use hloom_llvm::{LlvmModule, Target, TargetSpec};
use hloom_lowering::ir::Context;
use melior::ir::Module;

/// NVIDIA's assembler, which compiles PTX to a CUDA binary. It uses the same names of chips as
/// LLVM.
const PTXAS: FileTool = FileTool {
    names: &["ptxas"],
    advice: "install NVIDIA's CUDA, or PyPI's package nvidia-cuda-nvcc, and add the folder of ptxas to \
             the PATH, or pass --emit asm",
};

/// Returns the lowering pipeline for a chip. For an unknown name, returns the pipeline for a chip
/// without matrix units and without instructions for bf16.
pub fn pipeline(chip: &str) -> GpuPipeline {
    let pipeline = GpuPipeline::llvm(
        NAME,
        "kernels for NVIDIA's GPUs, through the NVVM dialect",
        ("hloom-gpu-to-nvvm", "kernels read their block and thread from registers"),
        ("hloom-mark-nvvm-kernels", "the driver finds kernels by their names"),
    );
    let Some(chip) = CHIPS.iter().find(|known| known.name == chip) else { return pipeline };
    let pipeline = pipeline.with_matrix_unit(chip.matrix_unit);
    // PTX ISA: `cvt.rn.bf16.f32` and `max.NaN.f32` require sm_80.
    if chip.capability >= (8, 0) { pipeline.with_bf16_and_maximum() } else { pipeline }
}

/// The code generator for kernels of the CUDA platform.
#[derive(Clone, Copy)]
pub struct CudaTarget;

impl GpuTarget for CudaTarget {
    fn name(&self) -> &'static str {
        NAME
    }

    fn pipeline(&self, chip: &str) -> GpuPipeline {
        pipeline(chip)
    }

    fn chips(&self) -> Vec<&'static str> {
        CHIPS.iter().map(|chip| chip.name).collect()
    }

    fn chip_of(&self, device: usize) -> Result<&'static str, Error> {
        let device = hloom_cuda::device(device)?;
        let (major, minor) = *device.properties();
        let chip = Chip::for_device((major, minor)).ok_or_else(|| {
            let name = device.name();
            Error::invalid(format!(
                "platform `{NAME}`: expected a device of compute capability 7.5 or later, found \
                 {name} of compute capability {major}.{minor}"
            ))
        });
        chip.map(|chip| chip.name)
    }

    fn chips_on(&self, device: usize) -> Result<Vec<&'static str>, Error> {
        let device = hloom_cuda::device(device)?;
        let chips = CHIPS.iter().filter(|chip| chip.runs_on(*device.properties()));
        Ok(chips.map(|chip| chip.name).collect())
    }

    fn fingerprint(&self, chip: &str) -> String {
        chip.to_owned()
    }

    fn dialects(&self) -> &[&str] {
        &["llvm", "nvvm"]
    }

    fn host_driver(&self) -> Option<&'static HostDriver> {
        Some(&HOST_DRIVER)
    }

    fn generate(
        &self,
        _: &Context,
        kernels: &Module,
        chip: &str,
        form: CodeForm,
        options: &CompileOptions,
    ) -> Result<Vec<u8>, Error> {
        let ptx = CHIPS.iter().find(|known| known.name == chip).map(|known| known.ptx);
        let target = Target::for_kernels(TargetSpec {
            triple: "nvptx64-nvidia-cuda".to_owned(),
            cpu: chip.to_owned(),
            features: ptx.unwrap_or_default().to_owned(),
            ..TargetSpec::default()
        });
        let target = target.map_err(hloom_codegen::error)?;
        let mut module =
            LlvmModule::from_mlir(kernels.as_operation()).map_err(hloom_codegen::error)?;
        module.optimize(&target).map_err(hloom_codegen::error)?;
        let ptx = module.assembly(&target).map_err(hloom_codegen::error)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "native.ll", &module.ir())?;
            dump(dir, "native.ptx", &ptx)?;
        }
        match form {
            // The driver expects a text that ends with a zero.
            CodeForm::Loadable => Ok([ptx.as_bytes(), &[0]].concat()),
            CodeForm::Image => PTXAS.convert(ptx.as_bytes(), &["-arch", chip]),
            CodeForm::Assembly => Ok(ptx.into_bytes()),
        }
    }
}
