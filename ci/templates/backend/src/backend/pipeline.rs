// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The passes that take a program from level to level.

use super::NAME;
use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_compiler::Error;
use hloom_llvm::Target;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// The pipeline: what all backends with LLVM share, and steps of its own.
pub struct SkeletonPipeline {
    shared: LlvmPipeline,
}

impl SkeletonPipeline {
    /// The pipeline for a machine, a number of threads, a kind of entry.
    pub fn new(options: PipelineOptions) -> Self {
        let description = "the passes that backends share, and its own";
        Self { shared: LlvmPipeline::new(NAME, description, options) }
    }
}

/// The pipeline as `hlo-opt --pipeline` has it.
///
/// # Errors
/// If LLVM does not know the host.
pub fn of_host() -> Result<SkeletonPipeline, Error> {
    let target = Target::host().map_err(hloom_codegen::error)?;
    let machine = target.machine().clone();
    Ok(SkeletonPipeline::new(PipelineOptions { machine, threads: 1, c_function: false }))
}

impl LoweringPipeline for SkeletonPipeline {
    fn name(&self) -> &'static str {
        self.shared.name()
    }

    fn description(&self) -> &'static str {
        self.shared.description()
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        let mut steps = self.shared.steps(level);
        match level {
            // StableHLO without what nothing below knows. Library calls are found here.
            Level::Hlo => {}
            // Loop nests on tensors, fused. Here stands a pass of our own.
            Level::Linalg => {
                let count = "func.func(skeleton-count)";
                steps.push(Step::new(count, "how much work there is"));
            }
            // The same, in tiles: `steps = vec![...]` with your own schedule.
            Level::Loops => {}
            // Memory instead of tensors, all temporaries in one arena.
            Level::Buffers => {}
            // The LLVM dialect; a device without LLVM takes the level before instead.
            Level::Target => {}
        }
        steps
    }
}
