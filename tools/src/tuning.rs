// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command-line option and the environment variable that name a tuning file.

use clap::Args;
use hloom_compiler::Error;
use hloom_compiler::interface::{Tuning, TuningFile};
use std::path::PathBuf;
use std::sync::Arc;

/// The environment variable that names a tuning file for all tools that compile.
const VARIABLE: &str = "HLOOM_TUNING";

/// The option that names a tuning file with tuned schedules, shared by the tools that compile.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct TuningOption {
    /// Use the schedules of this file, which `hlo-run --tune` wrote; `default` is
    /// $XDG_CACHE_HOME/hloom/tuning.toml, which may be missing. The environment variable
    /// HLOOM_TUNING names a file for all runs
    #[arg(long, value_name = "FILE")]
    pub tuning: Option<PathBuf>,
}

impl TuningOption {
    /// Reads the tuning file that the option names or, without the option, the environment
    /// variable. Returns an empty tuning if neither names a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is not a tuning file of this version.
    pub fn read(&self) -> Result<Tuning, Error> {
        let variable = || std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
        let name = self.tuning.clone().or_else(|| variable().map(PathBuf::from));
        let file = name.as_deref().map(TuningFile::named).transpose()?;
        Ok(Tuning { file: file.map(Arc::new), choices: false })
    }
}
