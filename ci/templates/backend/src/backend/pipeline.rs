// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline: the passes that lower a program from level to level.

use super::NAME;
use hloom_codegen::{LlvmPipeline, PipelineOptions};
use hloom_compiler::Error;
use hloom_llvm::Target;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// The pipeline that all LLVM backends share, with additional steps.
pub struct SkeletonPipeline {
    shared: LlvmPipeline,
}

impl SkeletonPipeline {
    /// Creates the pipeline for a target machine, a number of threads, and a kind of entry
    /// function.
    pub fn new(options: PipelineOptions) -> Self {
        let description = "the passes that LLVM backends share, and skeleton's own";
        Self { shared: LlvmPipeline::new(NAME, description, options) }
    }
}

/// Returns the pipeline for the host, which `hlo-opt --pipeline` uses.
///
/// # Errors
/// Fails if LLVM does not support the host.
pub fn of_host() -> Result<SkeletonPipeline, Error> {
    let target = Target::host().map_err(hloom_codegen::error)?;
    let machine = target.machine().clone();
    Ok(SkeletonPipeline::new(PipelineOptions::new(machine, 1)))
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
            // StableHLO without the operations that later levels do not support.
            Level::Hlo => {}
            // Fused linalg operations on tensors. This step adds the backend's own pass.
            Level::Linalg => {
                let count = "func.func(skeleton-count)";
                steps.push(Step::new(count, "annotate the number of operations"));
            }
            // Tiled operations. Replace the steps by `steps = vec![...]` for your own schedule.
            Level::Loops => {}
            // Memrefs instead of tensors, with all temporaries in one arena.
            Level::Buffers => {}
            // The LLVM dialect. A device without LLVM generates code from `Level::Buffers`.
            Level::Target => {}
        }
        steps
    }
}
