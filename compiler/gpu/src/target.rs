// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The trait that a GPU backend implements, which provides the parts of the compiler that depend on
//! the GPU.

use super::host_code::HostDriver;
use super::pipeline::GpuPipeline;
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{Error, mlir};
use hloom_lowering::ir::{self, Context};
use melior::ir::operation::OperationLike;
use melior::ir::{BlockLike, Location, Module};

/// The format in which the code of kernels is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeForm {
    /// The format that an executable contains and that the driver of a device loads.
    Loadable,
    /// The binary format that the chip executes. If the driver loads PTX, this is a CUDA binary.
    Image,
    /// Assembly text.
    Assembly,
}

/// The parts of a GPU compiler that depend on the GPU: the last passes on kernels, and the
/// generation of their code.
pub trait GpuTarget: Send + Sync {
    /// Returns the name of the platform.
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

    /// Returns the names of all chips whose code a device can run. One of them is the result of
    /// [`chip_of`](Self::chip_of).
    ///
    /// # Errors
    /// Fails if there is no such device, or if its chip is not supported.
    fn chips_on(&self, device: usize) -> Result<Vec<&'static str>, Error> {
        Ok(vec![self.chip_of(device)?])
    }

    /// Returns a text that identifies all properties of the target, other than the kernels
    /// themselves, on which the code for a chip depends.
    fn fingerprint(&self, chip: &str) -> String;

    /// Returns the names of the dialects whose operations lowered kernels may contain.
    fn dialects(&self) -> &[&str];

    /// Returns the driver that host code in object files loads, or `None` if the target does not
    /// support object files.
    fn host_driver(&self) -> Option<&'static HostDriver> {
        None
    }

    /// Generates the code of kernels for a chip. `kernels` is a module with the operations of the
    /// lowered `gpu.module`.
    ///
    /// # Errors
    /// Fails if the kernels cannot run on the chip, if the target does not support the format
    /// `form`, or if a dump cannot be written.
    fn generate(
        &self,
        context: &Context,
        kernels: &Module,
        chip: &str,
        form: CodeForm,
        options: &CompileOptions,
    ) -> Result<Vec<u8>, Error>;
}

/// Returns a module with copies of the operations in the `gpu.module` of a lowered program, or
/// `None` if the program has no kernels.
///
/// # Errors
/// Fails if the pipeline left an operation of a dialect that is not in `dialects`. The message
/// lists all such operations.
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
