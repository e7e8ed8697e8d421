// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Command-line options that change a platform's pipeline.

use clap::Args;
use hloom_compiler::Error;
use hloom_compiler::interface::{PipelineChanges, PipelineFile};
use hloom_lowering::pipeline::Level;
use std::path::PathBuf;

/// Options that change the platform's lowering pipeline, shared by all tools that compile.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Changes {
    /// Run these passes instead of the platform's pipeline: 'builtin.module(...)'
    #[arg(long, value_name = "PASSES")]
    pub pass_pipeline: Option<String>,

    /// Edit the platform's pipeline as described in this file: 'after PASS:' followed by
    /// indented passes; `hlo-opt --print-pipeline=NAME` prints a pipeline in this format
    #[arg(long, value_name = "FILE")]
    pub pipeline_file: Option<PathBuf>,

    /// Apply this transform-dialect schedule before the platform's own tiling; may be repeated
    #[arg(long, value_name = "FILE")]
    pub schedule: Vec<PathBuf>,

    /// Begin with the passes of this level (hlo, linalg, loops, buffers, target): the program is
    /// the output of the previous level, as `hlo-opt --stop-after` prints it [default: by content]
    #[arg(long, value_name = "LEVEL", conflicts_with = "pass_pipeline")]
    pub start_at: Option<Level>,
}

impl Changes {
    /// Returns the passes of a platform's pipeline after the requested changes, from level `first`
    /// on, each step with its level.
    ///
    /// # Errors
    /// Fails if the platform has no pipeline, or if a change does not apply to the pipeline.
    pub fn steps(&self, platform: &str, first: Level) -> Result<Vec<(Level, String)>, Error> {
        let pipeline = hloom_lowering::registry().pipeline(platform);
        let pipeline = pipeline.map_err(|error| Error::invalid(error.to_string()))?;
        let context = hloom_dialects::Context::new();
        let changed = hloom_codegen::changed(&context, pipeline, &self.read()?)?;
        let pipeline = changed.as_deref().unwrap_or(pipeline);
        let levels = Level::ALL.into_iter().filter(|level| *level >= first);
        let of_level = |level: Level| pipeline.steps(level).into_iter().map(move |it| (level, it));
        Ok(levels.flat_map(of_level).map(|(level, step)| (level, step.passes)).collect())
    }

    /// Converts the options to changes of a pipeline. Reads the pipeline file, if the options name
    /// one.
    ///
    /// # Errors
    /// Fails if the pipeline file cannot be read.
    pub fn read(&self) -> Result<PipelineChanges, Error> {
        Ok(PipelineChanges {
            passes: self.pass_pipeline.clone(),
            file: self.pipeline_file.as_ref().map(PipelineFile::read).transpose()?,
            schedules: self.schedule.clone(),
            start_at: self.start_at,
        })
    }
}
