// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The part of the compiler that a backend provides.

use super::host_code::HostDriver;
use super::pipeline::GpuPipeline;
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{Error, mlir};
use hloom_lowering::ir::{self, Context};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Location, Module};

/// A form of the code of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeForm {
    /// The form that an executable holds and a device loads.
    Loadable,
    /// The form that the chip executes: for PTX, a CUDA binary.
    Image,
    /// Text.
    Assembly,
}

/// The parts of a GPU compiler that depend on the GPU: the last passes on kernels, and the
/// generation of their code.
pub trait GpuTarget: Send + Sync {
    /// Returns the platform's name.
    fn name(&self) -> &'static str;

    /// Returns the lowering pipeline for a chip.
    fn pipeline(&self, chip: &str) -> GpuPipeline;

    /// Returns the names of the chips for which code can be generated; empty if code does not depend
    /// on the chip.
    fn chips(&self) -> Vec<&'static str>;

    /// Returns the name of the chip for which code is generated for a device; empty if code does not
    /// depend on the chip.
    ///
    /// # Errors
    /// Fails if there is no such device, or if its chip is not supported.
    fn chip_of(&self, device: usize) -> Result<&'static str, Error>;

    /// Returns the chips whose code a device runs, the one of [`chip_of`](Self::chip_of) among them.
    ///
    /// # Errors
    /// Fails if there is no such device, or if its chip is not supported.
    fn chips_on(&self, device: usize) -> Result<Vec<&'static str>, Error> {
        Ok(vec![self.chip_of(device)?])
    }

    /// Returns a text that identifies everything that the code for a chip depends on besides the
    /// kernels.
    fn fingerprint(&self, chip: &str) -> String;

    /// Returns the dialects of lowered kernels.
    fn dialects(&self) -> &[&str];

    /// Returns the driver that host code loads in object files, or `None` if the target has no object
    /// files.
    fn host_driver(&self) -> Option<&'static HostDriver> {
        None
    }

    /// Generates the code of kernels for a chip. `kernels` has the content of the `gpu.module`.
    ///
    /// # Errors
    /// Fails if the kernels cannot run on the chip, if the target has no code of this form, or if a dump
    /// cannot be written.
    fn generate(
        &self,
        context: &Context,
        kernels: &Module,
        chip: &str,
        form: CodeForm,
        options: &CompileOptions,
    ) -> Result<Vec<u8>, Error>;
}

/// Returns a module with the content of the `gpu.module` of a lowered program, or `None` if the
/// program has no kernels.
///
/// # Errors
/// Fails at operations that the pipeline has not lowered to one of `dialects`.
pub fn kernel_module<'c>(
    context: &'c Context,
    module: &Module<'c>,
    dialects: &[&str],
) -> Result<Option<Module<'c>>, Error> {
    let mut ops = std::iter::successors(module.body().first_operation(), |op| op.next_in_block());
    let Some(gpu) = ops.find(|op| ir::op_name(*op) == "gpu.module") else { return Ok(None) };
    let kernels = Module::new(Location::unknown(context));
    let mut refused = Vec::new();
    for op in ir::regions(gpu).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        for inner in ir::walk(op) {
            if !dialects.contains(&ir::dialect(inner)) {
                let message = format!("`{}` cannot be compiled for a GPU", ir::op_name(inner));
                refused.push(mlir::located(inner.location(), &message));
            }
        }
        kernels.body().append_operation((*op).clone());
    }
    match refused.is_empty() {
        true => Ok(Some(kernels)),
        false => Err(Error::Program(refused.join("\n"))),
    }
}
