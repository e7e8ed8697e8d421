// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers around pipelines that turn panics into errors. They query the steps of a pipeline only
//! once.

use super::guard::Guard;
use hloom_compiler::Error;
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};

/// The recorded properties of a pipeline.
struct Known {
    name: &'static str,
    description: &'static str,
    steps: Vec<(Level, Vec<Step>)>,
}

/// Returns a pipeline with the recorded properties of `inner`.
///
/// # Errors
/// Fails if `inner` panics.
pub fn pipeline(
    guard: &Guard,
    inner: &dyn LoweringPipeline,
) -> Result<Box<dyn LoweringPipeline>, Error> {
    Ok(Box::new(Known {
        name: guard.ask("LoweringPipeline::name", || inner.name())?,
        description: guard.ask("LoweringPipeline::description", || inner.description())?,
        steps: guard.ask("LoweringPipeline::steps", || {
            Level::ALL.into_iter().map(|level| (level, inner.steps(level))).collect()
        })?,
    }))
}

impl LoweringPipeline for Known {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        let steps = self.steps.iter().find(|(known, _)| *known == level);
        steps.map(|(_, steps)| steps.clone()).unwrap_or_default()
    }
}
