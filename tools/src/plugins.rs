// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Shared libraries that tools load when they start.

use crate::ffi;
use clap::Args;
use hloom_compiler::Error;
use std::ffi::OsString;
use std::path::PathBuf;

/// The libraries of a command line, the same in all tools that run passes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Plugins {
    /// A shared library with a backend; may be repeated. Those that HLOOM_PLUGINS lists
    /// are loaded, too, and those in the folder ../lib/hloom/plugins from this program
    #[arg(long, value_name = "FILE")]
    pub load_backend: Vec<PathBuf>,

    /// A shared library with passes, as for hlo-opt
    #[arg(long, value_name = "FILE")]
    pub load_pass_plugin: Vec<PathBuf>,

    /// A shared library with dialects, as for hlo-opt
    #[arg(long, value_name = "FILE")]
    pub load_dialect_plugin: Vec<PathBuf>,
}

impl Plugins {
    /// Loads them.
    ///
    /// # Errors
    /// The first that is no such library, or fails.
    pub fn load(&self) -> Result<(), Error> {
        for path in &self.load_dialect_plugin {
            ffi::load_dialect_plugin(path)
                .map_err(|message| Error::file(path, message.trim_end()))?;
        }
        if !self.load_dialect_plugin.is_empty() {
            hloom_dialects::add_dialects(ffi::register_plugin_dialects);
        }
        for path in &self.load_pass_plugin {
            ffi::load_pass_plugin(path).map_err(|message| Error::file(path, message.trim_end()))?;
        }
        hloom_plugin::load_all(&self.load_backend)
    }

    /// The same for the command line of another of the tools.
    pub fn arguments(&self) -> Vec<OsString> {
        let kinds = [
            ("--load-dialect-plugin", &self.load_dialect_plugin),
            ("--load-pass-plugin", &self.load_pass_plugin),
            ("--load-backend", &self.load_backend),
        ];
        let argument = |flag: &str, path: &PathBuf| {
            let mut argument = OsString::from(format!("{flag}="));
            argument.push(path);
            argument
        };
        kinds
            .iter()
            .flat_map(|(flag, paths)| paths.iter().map(move |path| argument(flag, path)))
            .collect()
    }
}
