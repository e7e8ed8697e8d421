// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of a PJRT plugin, which ends at level `hlo`.
//!
//! A plugin compiles StableHLO by itself. The passes of the pipeline only replace operations that a
//! portable artifact cannot represent. JAX does the same before it calls a plugin.

use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// The pipeline of a PJRT plugin: the passes that run before a program is written as a portable
/// artifact.
#[derive(Debug)]
pub struct PjrtPipeline {
    /// The name of the platform.
    pub name: &'static str,
}

impl LoweringPipeline for PjrtPipeline {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        "programs for a PJRT plugin"
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        if level != Level::Hlo {
            return Vec::new();
        }
        let why = "portable artifacts do not store CHLO; JAX keeps functions as composites, too";
        vec![Step::new("hlo-expand-chlo{functions=composites}", why)]
    }
}
