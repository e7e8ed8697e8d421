// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The registrar, to which a backend adds platforms, pipelines, passes, dialects and custom calls.

use hloom_compiler::interface::{Platform, Registry};
use hloom_compiler::{Error, Literal};
use hloom_dialects::RegisterDialects;
use hloom_evaluator::custom_call::{CustomCall, Handler};
use hloom_lowering::pass::PassInfo;
use hloom_lowering::pipeline::LoweringPipeline;
use std::sync::Arc;

/// Collects the platforms, pipelines, passes, dialects and custom calls that a backend adds.
///
/// Duplicate names are detected when the registrar is installed.
#[derive(Default)]
pub struct Registrar {
    pub(crate) added: Added,
    /// The platforms that a backend may look up; `None` stands for the platforms in the process's
    /// registry.
    known: Option<Vec<Arc<dyn Platform>>>,
}

/// The objects that were added to a registrar.
#[derive(Default)]
pub(crate) struct Added {
    pub platforms: Vec<Arc<dyn Platform>>,
    pub pipelines: Vec<Box<dyn LoweringPipeline>>,
    pub passes: Vec<&'static PassInfo>,
    pub dialects: Vec<RegisterDialects>,
    pub custom_calls: Vec<(String, Arc<Handler>)>,
}

impl Registrar {
    /// Creates an empty registrar for this process.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty registrar for a plugin, with the platforms of the process that loads it.
    pub(crate) fn beside(known: Vec<Arc<dyn Platform>>) -> Self {
        Self { added: Added::default(), known: Some(known) }
    }

    /// Adds a platform: devices with a compiler for them.
    pub fn add_platform(&mut self, platform: impl Platform + 'static) {
        self.added.platforms.push(Arc::new(platform));
    }

    /// Adds a lowering pipeline, which `hlo-opt --pipeline=<name>` selects.
    pub fn add_pipeline(&mut self, pipeline: impl LoweringPipeline + 'static) {
        self.added.pipelines.push(Box::new(pipeline));
    }

    /// Adds passes, which any pipeline can name.
    pub fn add_passes(&mut self, passes: &[&'static PassInfo]) {
        self.added.passes.extend(passes);
    }

    /// Adds dialects to every context that is created after the registrar is installed.
    pub fn add_dialects(&mut self, register: RegisterDialects) {
        self.added.dialects.push(register);
    }

    /// Adds the function of a custom call. It replaces any other function of the same name.
    pub fn add_custom_call<F>(&mut self, name: &str, handler: F)
    where
        F: Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, hloom_evaluator::Error>
            + Send
            + Sync
            + 'static,
    {
        self.added.custom_calls.push((name.to_owned(), Arc::new(handler)));
    }

    /// Returns a registered platform, to which a backend can delegate work.
    ///
    /// # Errors
    /// Fails if there is no platform with this name; the error lists the known platforms.
    pub fn platform(&self, name: &str) -> Result<Arc<dyn Platform>, Error> {
        let Some(known) = &self.known else { return Registry::global().platform(name) };
        known.iter().find(|platform| platform.name() == name).cloned().ok_or_else(|| {
            let known: Vec<_> = known.iter().map(|platform| platform.name()).collect();
            Error::UnknownPlatform { name: name.to_owned(), known: known.join(", ") }
        })
    }
}
