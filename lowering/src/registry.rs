// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The one registry of passes and pipelines.

use crate::edited_pipeline::EditedPipeline;
use crate::ffi;
use crate::pass::PassInfo;
use crate::pipeline::{Level, LoweringPipeline, ParseLevelError};
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What is registered in this process.
///
/// Passes are registered with MLIR too, so that they are found in textual
/// pipelines and by `hlo-opt`.
#[derive(Default)]
pub struct Registry {
    pipelines: Mutex<Vec<&'static dyn LoweringPipeline>>,
}

/// Why a pipeline was not found or not registered.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// No pipeline has the name.
    #[error("unknown pipeline `{name}`; known pipelines: {known}")]
    UnknownPipeline {
        /// The name asked for.
        name: String,
        /// The names there are, comma separated.
        known: String,
    },
    /// Two pipelines of one name.
    #[error("a pipeline named `{0}` is registered already")]
    Duplicate(String),
    /// Two passes of one name.
    #[error("a pass named `{0}` is registered already")]
    DuplicatePass(String),
    /// A file that cannot be read, or changes what is not there.
    #[error("{0}")]
    File(String),
    /// No level has the name.
    #[error(transparent)]
    Level(#[from] ParseLevelError),
}

impl Registry {
    /// The process's registry, with this crate's passes and upstream's in it.
    pub fn global() -> &'static Self {
        static REGISTRY: OnceLock<Registry> = OnceLock::new();
        REGISTRY.get_or_init(|| {
            ffi::register_passes(&crate::passes());
            Self::default()
        })
    }

    /// Adds passes, so that pipelines find them by name.
    pub fn add_passes(&self, passes: &[&'static PassInfo]) -> Result<(), RegistryError> {
        passes.iter().try_for_each(|pass| {
            if ffi::is_registered(pass.argument) {
                return Err(RegistryError::DuplicatePass(pass.argument.to_owned()));
            }
            ffi::register_pass(pass);
            Ok(())
        })
    }

    /// Adds a pipeline.
    pub fn add_pipeline(
        &self,
        pipeline: &'static dyn LoweringPipeline,
    ) -> Result<(), RegistryError> {
        let mut pipelines = self.lock();
        if pipelines.iter().any(|known| known.name() == pipeline.name()) {
            return Err(RegistryError::Duplicate(pipeline.name().to_owned()));
        }
        pipelines.push(pipeline);
        Ok(())
    }

    /// The pipeline called `name`.
    pub fn pipeline(&self, name: &str) -> Result<&'static dyn LoweringPipeline, RegistryError> {
        let pipelines = self.lock();
        pipelines.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
            let known: Vec<_> = pipelines.iter().map(|known| known.name()).collect();
            RegistryError::UnknownPipeline { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// The textual pass pipeline of `name` up to `stop_after` (all levels if empty), changed
    /// by a pipeline file (unless its name is empty) and by schedules.
    pub fn pipeline_text(
        &self,
        name: &str,
        stop_after: &str,
        file: &str,
        schedules: &[PathBuf],
    ) -> Result<String, RegistryError> {
        let last = match stop_after {
            "" => Level::Target,
            level => level.parse()?,
        };
        let mut pipeline = EditedPipeline::new(self.pipeline(name)?);
        if !file.is_empty() {
            let wrong = |reason: String| RegistryError::File(format!("{file}:{reason}"));
            let text = fs::read_to_string(file).map_err(|error| wrong(format!(" {error}")))?;
            pipeline = pipeline.edit(&text).map_err(wrong)?;
        }
        let pipeline = pipeline.with_schedules(schedules).map_err(RegistryError::File)?;
        Ok(crate::pipeline::text(&pipeline, Level::Hlo, last))
    }

    /// Name and description of every pipeline, sorted by name.
    pub fn pipelines(&self) -> Vec<(&'static str, &'static str)> {
        let mut list: Vec<_> =
            self.lock().iter().map(|known| (known.name(), known.description())).collect();
        list.sort_unstable();
        list
    }

    fn lock(&self) -> MutexGuard<'_, Vec<&'static dyn LoweringPipeline>> {
        // A poisoned lock only means that another thread panicked between pushes.
        self.pipelines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
