// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What command lines say of the pipeline.

use clap::Args;
use hloom_compiler::Error;
use hloom_compiler::interface::{PipelineChanges, PipelineFile};
use std::path::PathBuf;

/// Changes to the platform's pipeline, the same in all tools that compile.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Changes {
    /// Run these passes instead of the platform's: 'builtin.module(...)'
    #[arg(long, value_name = "PASSES")]
    pub pass_pipeline: Option<String>,

    /// Change the platform's passes as this file says: 'after PASS:' and, indented below,
    /// passes; see `hlo-opt --print-pipeline=NAME`
    #[arg(long, value_name = "FILE")]
    pub pipeline_file: Option<PathBuf>,

    /// Schedule operations by this file of the transform dialect, before the platform
    /// does; may be repeated
    #[arg(long, value_name = "FILE")]
    pub schedule: Vec<PathBuf>,
}

impl Changes {
    /// The changes, files read.
    ///
    /// # Errors
    /// If the pipeline file cannot be read.
    pub fn read(&self) -> Result<PipelineChanges, Error> {
        Ok(PipelineChanges {
            passes: self.pass_pipeline.clone(),
            file: self.pipeline_file.as_ref().map(PipelineFile::read).transpose()?,
            schedules: self.schedule.clone(),
        })
    }
}
