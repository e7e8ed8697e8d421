// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Command-line options that change a platform's pipeline.

use clap::Args;
use hloom_compiler::Error;
use hloom_compiler::interface::{PipelineChanges, PipelineFile};
use std::path::PathBuf;

/// Options that change the platform's pipeline, shared by all tools that compile.
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
}

impl Changes {
    /// Returns the changes and reads the pipeline file.
    ///
    /// # Errors
    /// Fails if the pipeline file cannot be read.
    pub fn read(&self) -> Result<PipelineChanges, Error> {
        Ok(PipelineChanges {
            passes: self.pass_pipeline.clone(),
            file: self.pipeline_file.as_ref().map(PipelineFile::read).transpose()?,
            schedules: self.schedule.clone(),
        })
    }
}
