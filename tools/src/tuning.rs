// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command-line option that names a tuning file.

use clap::Args;
use hloom_compiler::Error;
use hloom_compiler::interface::{Tuning, TuningFile};
use std::path::PathBuf;
use std::sync::Arc;

/// Option for tuned schedules, shared by the tools that compile.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TuningOption {
    /// Use the schedules of this file, which `hlo-run --tune` wrote
    #[arg(long, value_name = "FILE")]
    pub tuning: Option<PathBuf>,
}

impl TuningOption {
    /// Reads the file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a tuning file of this version.
    pub fn read(&self) -> Result<Tuning, Error> {
        let file = self.tuning.as_ref().map(TuningFile::read).transpose()?;
        Ok(Tuning { file: file.map(Arc::new), choices: false })
    }
}
