// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lowering pipeline of a platform of a plugin in C.

use super::definition::{Definition, OwnStep};
use hloom_lowering::pipeline::{Level, LoweringPipeline, Step};
use hloom_lowering::registry;

/// The step that lets results take the memory of donated arguments.
const ALIAS_RESULTS: &str = "func.func(hlo-alias-results)";

/// The step of callers that keep all arguments. The interface has no donated arguments: the results
/// of a run have their own buffers, which do not contain the arguments.
const NO_ALIASES: &str = "func.func(hlo-alias-results{none=true})";

/// The passes of a pipeline of hloom up to a level, each level followed by the steps of the
/// platform.
#[derive(Clone)]
pub struct CPipeline {
    name: &'static str,
    description: &'static str,
    level: Level,
    base: Option<&'static dyn LoweringPipeline>,
    steps: Vec<(Level, Step)>,
}

impl CPipeline {
    /// Creates the pipeline of a platform.
    ///
    /// # Errors
    /// Fails if the pipeline on which it is based is not registered.
    pub fn new(of: &Definition) -> Result<Self, String> {
        let base = of.base_pipeline.as_deref().map(|name| registry().pipeline(name)).transpose();
        let base = base.map_err(|error| format!("platform `{}`: {error}", of.name))?;
        let step = |own: &OwnStep| (own.level, Step::new(own.passes.clone(), leak(&own.reason)));
        Ok(Self {
            name: leak(&of.name),
            description: leak(&of.description),
            level: of.level,
            base,
            steps: of.steps.iter().map(step).collect(),
        })
    }

    /// Returns the level at which the platform's compiler takes programs.
    pub fn last_level(&self) -> Level {
        self.level
    }
}

/// Returns a text that lives until the process ends, as plugins do.
fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

impl LoweringPipeline for CPipeline {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        if level > self.level {
            return Vec::new();
        }
        let mut base = self.base.map(|base| base.steps(level)).unwrap_or_default();
        for step in base.iter_mut().filter(|step| step.passes == ALIAS_RESULTS) {
            step.passes = NO_ALIASES.to_owned();
        }
        let own = self.steps.iter().filter(|(of, _)| *of == level).map(|(_, step)| step.clone());
        base.into_iter().chain(own).collect()
    }
}
