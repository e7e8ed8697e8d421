// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers kernels of simulated GPUs to code for the host, and generates the machine code of the
//! kernels.

use super::NAME;
use hloom_codegen::lower::dump;
use hloom_compiler::Error;
use hloom_compiler::interface::CompileOptions;
use hloom_gpu_compiler::{CodeForm, GpuPipeline, GpuTarget};
use hloom_llvm::{LlvmModule, ObjectEmitter, Target};
use hloom_lowering::ir::Context;
use melior::ir::Module;

/// The environment variable that names the chip to simulate.
const CHIP: &str = "HLOOM_SIMT_CHIP";
/// The chip that is simulated by default, which has all matrix units of NVIDIA's GPUs.
const DEFAULT_CHIP: &str = "sm_90a";

/// Returns the names of the NVIDIA and AMD chips that can be simulated, each with the kind of its
/// matrix units.
fn chips() -> impl Iterator<Item = (&'static str, &'static str)> {
    let nvidia = hloom_cuda::CHIPS.into_iter().map(|chip| (chip.name, chip.matrix_unit));
    nvidia.chain(hloom_rocm::CHIPS.into_iter().map(|chip| (chip.name, chip.matrix_unit)))
}

/// Returns the lowering pipeline for GPUs with the matrix units `matrix_unit`: a value of the
/// option `matrix-unit` of `hloom-map-to-threads`.
pub fn pipeline(matrix_unit: &'static str) -> GpuPipeline {
    GpuPipeline::llvm(
        NAME,
        "kernels of a GPU that is simulated on the host",
        ("hloom-gpu-to-host", "the host runs kernels one thread after the other"),
        (
            "hloom-check-accesses,hloom-emit-kernel-entries",
            "kernels check their memory accesses, and take their arguments as an array",
        ),
    )
    .with_matrix_unit(matrix_unit)
}

/// The code generator for simulated kernels.
pub struct SimtTarget;

impl GpuTarget for SimtTarget {
    fn name(&self) -> &'static str {
        NAME
    }

    fn pipeline(&self, chip: &str) -> GpuPipeline {
        pipeline(chips().find(|(name, _)| *name == chip).map_or("none", |(_, unit)| unit))
    }

    fn chips(&self) -> Vec<&'static str> {
        chips().map(|(name, _)| name).collect()
    }

    fn chip_of(&self, _: usize) -> Result<&'static str, Error> {
        let chosen = std::env::var(CHIP).unwrap_or_else(|_| DEFAULT_CHIP.to_owned());
        chips().map(|(name, _)| name).find(|name| *name == chosen).ok_or_else(|| {
            let known = self.chips().join(", ");
            Error::invalid(format!("{CHIP}: expected one of the chips {known}, found {chosen}"))
        })
    }

    fn chips_on(&self, _: usize) -> Result<Vec<&'static str>, Error> {
        Ok(self.chips())
    }

    fn fingerprint(&self, chip: &str) -> String {
        format!("{chip} on {}", Target::host_spec())
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
