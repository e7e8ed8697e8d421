// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of CPUs, for one thread and with the machine properties of Hexagon.

use super::NAME;
use super::compiler::{CPU, TRIPLE};
use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_compiler::Error;
use hloom_llvm::{Machine, Target, TargetSpec};
use hloom_lowering::pipeline::LoweringPipeline;

/// Enables fused multiply-add on floats, a property of Hexagon that [`Machine::new`] does not
/// derive. Vectors stay disabled: Hexagon's vector registers hold integers, and its vector
/// arithmetic on floats does not conform to IEEE 754.
///
/// Vectors stay disabled: Hexagon's vector registers hold integers, and its vector arithmetic on
/// floats does not conform to IEEE 754.
fn machine(machine: Machine) -> Machine {
    Machine { fused_multiply_add: true, ..machine }
}

/// Returns the pipeline for a target, which generates code for one thread.
pub fn pipeline(options: PipelineOptions) -> Box<dyn LoweringPipeline> {
    let options = PipelineOptions { machine: machine(options.machine), threads: 1, ..options };
    let description = "kernels for Hexagon, compiled ahead of time";
    Box::new(LlvmPipeline::new(NAME, description, options))
}

/// Returns the pipeline for the default target, for `hlo-opt`.
///
/// # Errors
/// Fails if LLVM was built without the Hexagon target.
pub fn of_usual_target() -> Result<Box<dyn LoweringPipeline>, Error> {
    let spec = TargetSpec { triple: TRIPLE.into(), cpu: CPU.into(), ..TargetSpec::default() };
    let machine = Target::new(spec).map_err(hloom_codegen::error)?.machine().clone();
    Ok(pipeline(PipelineOptions { c_function: true, ..PipelineOptions::new(machine, 1) }))
}
