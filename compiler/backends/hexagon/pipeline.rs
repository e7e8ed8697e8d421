// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The pipeline: that of CPUs for one thread, and what the machine has.

use super::NAME;
use super::compiler::{CPU, TRIPLE};
use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_compiler::Error;
use hloom_llvm::{Machine, Target, TargetSpec};
use hloom_lowering::pipeline::LoweringPipeline;

/// What LLVM does not say of the machine: it multiplies and adds floats at once. Its vectors
/// are of integers; those of floats are not IEEE 754's.
fn machine(machine: Machine) -> Machine {
    Machine { fused_multiply_add: true, ..machine }
}

/// The pipeline for a target.
pub fn pipeline(options: PipelineOptions) -> Box<dyn LoweringPipeline> {
    let options = PipelineOptions { machine: machine(options.machine), threads: 1, ..options };
    let description = "kernels for Hexagon, compiled ahead of time";
    Box::new(LlvmPipeline::new(NAME, description, options))
}

/// The pipeline for the target that is meant where none is named, for `hlo-opt`.
///
/// # Errors
/// If LLVM was built without the target.
pub fn of_usual_target() -> Result<Box<dyn LoweringPipeline>, Error> {
    let spec = TargetSpec { triple: TRIPLE.into(), cpu: CPU.into(), ..TargetSpec::default() };
    let machine = Target::new(spec).map_err(hloom_codegen::error)?.machine().clone();
    Ok(pipeline(PipelineOptions { machine, threads: 1, c_function: true }))
}
