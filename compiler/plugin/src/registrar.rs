// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a backend adds.

use hloom_compiler::interface::{Platform, Registry};
use hloom_compiler::{Error, Literal};
use hloom_dialects::RegisterDialects;
use hloom_evaluator::custom_call::{CustomCall, Handler};
use hloom_lowering::pass::PassInfo;
use hloom_lowering::pipeline::LoweringPipeline;
use std::sync::Arc;

/// Collects what a backend adds; what is registered twice is found out when all of it is
/// installed.
#[derive(Default)]
pub struct Registrar {
    pub(crate) added: Added,
    /// The platforms there are already; those of the process if nothing.
    known: Option<Vec<Arc<dyn Platform>>>,
}

/// What was added.
#[derive(Default)]
pub(crate) struct Added {
    pub platforms: Vec<Arc<dyn Platform>>,
    pub pipelines: Vec<Box<dyn LoweringPipeline>>,
    pub passes: Vec<&'static PassInfo>,
    pub dialects: Vec<RegisterDialects>,
    pub custom_calls: Vec<(String, Arc<Handler>)>,
}

impl Registrar {
    /// Collects for this process.
    pub fn new() -> Self {
        Self::default()
    }

    /// Collects for a process that has platforms already.
    pub(crate) fn beside(known: Vec<Arc<dyn Platform>>) -> Self {
        Self { added: Added::default(), known: Some(known) }
    }

    /// Adds a platform: devices with a compiler for them.
    pub fn add_platform(&mut self, platform: impl Platform + 'static) {
        self.added.platforms.push(Arc::new(platform));
    }

    /// Adds a lowering pipeline, which `hlo-opt --pipeline` knows by its name.
    pub fn add_pipeline(&mut self, pipeline: impl LoweringPipeline + 'static) {
        self.added.pipelines.push(Box::new(pipeline));
    }

    /// Adds passes, which any pipeline knows by their names.
    pub fn add_passes(&mut self, passes: &[&'static PassInfo]) {
        self.added.passes.extend(passes);
    }

    /// Adds dialects to every context that is made from now on.
    pub fn add_dialects(&mut self, register: RegisterDialects) {
        self.added.dialects.push(register);
    }

    /// Adds a function that programs call by name, instead of any other of that name.
    pub fn add_custom_call<F>(&mut self, name: &str, handler: F)
    where
        F: Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, hloom_evaluator::Error>
            + Send
            + Sync
            + 'static,
    {
        self.added.custom_calls.push((name.to_owned(), Arc::new(handler)));
    }

    /// A platform that is known already, for a backend to leave work to.
    ///
    /// # Errors
    /// If there is none of the name; the error lists those there are.
    pub fn platform(&self, name: &str) -> Result<Arc<dyn Platform>, Error> {
        let Some(known) = &self.known else { return Registry::global().platform(name) };
        known.iter().find(|platform| platform.name() == name).cloned().ok_or_else(|| {
            let known: Vec<_> = known.iter().map(|platform| platform.name()).collect();
            Error::UnknownPlatform { name: name.to_owned(), known: known.join(", ") }
        })
    }
}
