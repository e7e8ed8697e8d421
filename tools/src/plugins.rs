// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Command-line options for shared libraries with backends, passes and dialects.

use crate::ffi;
use clap::Args;
use hloom_compiler::Error;
use std::ffi::OsString;
use std::path::PathBuf;

/// Options for plugins, shared by all tools that run passes.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Plugins {
    /// Load a backend from this shared library; may be repeated. Backends that HLOOM_PLUGINS lists
    /// and backends in the folder ../lib/hloom/plugins next to this program are also loaded
    #[arg(long, value_name = "FILE")]
    pub load_backend: Vec<PathBuf>,

    /// Load passes from this shared library, as in hlo-opt; may be repeated
    #[arg(long, value_name = "FILE")]
    pub load_pass_plugin: Vec<PathBuf>,

    /// Load dialects from this shared library, as in hlo-opt; may be repeated
    #[arg(long, value_name = "FILE")]
    pub load_dialect_plugin: Vec<PathBuf>,
}

impl Plugins {
    /// Loads all plugins that the options name.
    ///
    /// # Errors
    /// Fails at the first file that is not a plugin or cannot be loaded.
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

    /// Returns these options as arguments for the command line of another tool.
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
