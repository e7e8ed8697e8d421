// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The process-wide registry of passes and lowering pipelines.
//!
//! MLIR's own registry keeps the passes, so that textual pipelines and `hlo-opt` find them.
//! [`Registry`] keeps the pipelines.

use crate::edited_pipeline::{EditedPipeline, to_file};
use crate::foreign_names::{STABLEHLO_NAMES, XLA_NAMES};
use crate::old_names::OLD_NAMES;
use crate::pass::{self, PassInfo};
use crate::pipeline::{Level, LoweringPipeline, ParseLevelError};
use crate::schedules::ScheduleError;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The passes and lowering pipelines of this process.
///
/// Passes are registered with MLIR, so that textual pipelines and `hlo-opt` find them.
#[derive(Default)]
pub struct Registry {
    pipelines: Mutex<Vec<&'static dyn LoweringPipeline>>,
}

/// The reason why a pass or pipeline was not found, not registered or not changed.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// No pipeline with the requested name is registered.
    #[error("unknown pipeline `{name}`; known pipelines: {known}")]
    UnknownPipeline {
        /// The name of the requested pipeline.
        name: String,
        /// The names of all registered pipelines, separated by commas.
        known: String,
    },
    /// Two pipelines have the same name.
    #[error("a pipeline named `{0}` is registered already")]
    Duplicate(String),
    /// Two passes have the same name.
    #[error("a pass named `{0}` is registered already")]
    DuplicatePass(String),
    /// A pipeline file or schedule cannot be read.
    #[error("{}: {reason}", path.display())]
    Unreadable {
        /// The path of the file.
        path: PathBuf,
        /// The reason for the failure.
        reason: String,
    },
    /// A pipeline file or schedule cannot be applied.
    #[error("{0}")]
    File(String),
    /// The given text is not the name of a level.
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    /// The last level is before the first one.
    #[error("expected level `{first}` or a later one as the last level, found `{last}`")]
    Levels {
        /// The first level whose passes run.
        first: Level,
        /// The last level whose passes run.
        last: Level,
    },
}

impl From<ScheduleError> for RegistryError {
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::Unreadable { path, reason } => Self::Unreadable { path, reason },
            ScheduleError::Invalid(reason) => Self::File(reason),
        }
    }
}

impl Registry {
    /// Returns the process's registry, which contains upstream's passes. `hloom_lowering::registry`
    /// adds hloom's passes.
    pub fn global() -> &'static Self {
        static REGISTRY: OnceLock<Registry> = OnceLock::new();
        REGISTRY.get_or_init(|| {
            pass::register_upstream_passes();
            Self::default()
        })
    }

    /// Adds the passes whose names are not registered yet. A plugin has its own copy of these
    /// crates, but the tool that loads the plugin has already registered the passes.
    pub fn add_missing_passes(&self, passes: &[&'static PassInfo]) {
        for pass in passes {
            if !pass::is_registered(pass.argument) {
                pass::register_pass(pass);
            }
        }
    }

    /// Adds the former names of `passes` ([`OLD_NAMES`]). A run under a former name emits a
    /// warning.
    pub fn add_old_names(&self, passes: &[&'static PassInfo]) {
        for (old, new) in OLD_NAMES {
            if let Some(pass) = passes.iter().find(|pass| pass.argument == new)
                && !pass::is_registered(old)
            {
                pass::register_old_name(old, pass);
            }
        }
    }

    /// Also registers `passes` under their names in stablehlo-opt and XLA's hlo-opt
    /// ([`STABLEHLO_NAMES`], [`XLA_NAMES`]).
    pub fn add_foreign_names(&self, passes: &[&'static PassInfo]) {
        for (tool, names) in [("StableHLO", &STABLEHLO_NAMES[..]), ("XLA", &XLA_NAMES)] {
            for foreign in names {
                if let Some(pass) = passes.iter().find(|pass| pass.argument == foreign.own)
                    && !pass::is_registered(foreign.name)
                {
                    pass::register_foreign_name(tool, foreign, pass);
                }
            }
        }
    }

    /// Adds passes, so that pipelines find them by name.
    ///
    /// # Errors
    /// Fails if a pass with the same name is registered. The preceding passes stay registered.
    pub fn add_passes(&self, passes: &[&'static PassInfo]) -> Result<(), RegistryError> {
        passes.iter().try_for_each(|pass| {
            if pass::is_registered(pass.argument) {
                return Err(RegistryError::DuplicatePass(pass.argument.to_owned()));
            }
            pass::register_pass(pass);
            Ok(())
        })
    }

    /// Adds a pipeline.
    ///
    /// # Errors
    /// Fails if a pipeline with the same name is registered.
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

    /// Returns the pipeline called `name`.
    ///
    /// # Errors
    /// Fails if no pipeline has this name.
    pub fn pipeline(&self, name: &str) -> Result<&'static dyn LoweringPipeline, RegistryError> {
        let pipelines = self.lock();
        pipelines.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
            let known: Vec<_> = pipelines.iter().map(|known| known.name()).collect();
            RegistryError::UnknownPipeline { name: name.to_owned(), known: known.join(", ") }
        })
    }

    /// Returns the textual pass pipeline of `name` for the levels from `start_at` to `stop_after`,
    /// inclusive. An empty string stands for the first or the last level. Applies the schedules,
    /// and the edits of the pipeline file `file` unless its name is empty.
    ///
    /// # Errors
    /// Fails if the pipeline or a level is unknown, or if the file or a schedule cannot be read or
    /// applied.
    pub fn pipeline_text(
        &self,
        name: &str,
        (start_at, stop_after): (&str, &str),
        file: &str,
        schedules: &[PathBuf],
    ) -> Result<String, RegistryError> {
        let last = match stop_after {
            "" => Level::Target,
            level => level.parse()?,
        };
        let first = match start_at {
            "" => Level::Hlo,
            level => level.parse()?,
        };
        if first > last {
            return Err(RegistryError::Levels { first, last });
        }
        let pipeline = edited(self.pipeline(name)?, file, schedules)?;
        Ok(crate::pipeline::text(&pipeline, first, last))
    }

    /// Returns the pipeline of `name` in the format of pipeline files. Applies the schedules, and
    /// the edits of the pipeline file `file` unless its name is empty.
    ///
    /// # Errors
    /// Fails if the pipeline is unknown, or if the file or a schedule cannot be read or applied.
    pub fn pipeline_file(
        &self,
        name: &str,
        file: &str,
        schedules: &[PathBuf],
    ) -> Result<String, RegistryError> {
        let pipeline = self.pipeline(name)?;
        if file.is_empty() && schedules.is_empty() {
            // Edited pipelines consist of single passes. The backend's own steps are shorter.
            return Ok(to_file(pipeline));
        }
        Ok(to_file(&edited(pipeline, file, schedules)?))
    }

    /// Returns the name and description of every pipeline, sorted by name.
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

/// Returns a pipeline with the schedules, and with the edits of the pipeline file `file` unless its
/// name is empty.
///
/// # Errors
/// Fails if the file or a schedule cannot be read or applied.
fn edited(
    pipeline: &dyn LoweringPipeline,
    file: &str,
    schedules: &[PathBuf],
) -> Result<EditedPipeline, RegistryError> {
    let mut edited = EditedPipeline::new(pipeline);
    if !file.is_empty() {
        let text = fs::read_to_string(file).map_err(|error| RegistryError::Unreadable {
            path: file.into(),
            reason: error.to_string(),
        })?;
        let wrong = |reason| RegistryError::File(format!("{file}:{reason}"));
        edited = edited.edit(&text).map_err(wrong)?;
    }
    Ok(edited.with_schedules(schedules)?)
}
