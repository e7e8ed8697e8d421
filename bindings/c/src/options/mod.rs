// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options of passes and of the compilation.
//!
//! All functions take the same options, so that the interface has one struct that can grow. A
//! function that would ignore an option refuses it.

pub mod ffi;

use crate::Failure;
use hloom_compiler::interface::{
    CompileOptions, KnownArgument, PipelineChanges, PipelineFile, WarningHandler,
};
use hloom_lowering::pipeline::{Level, ParseLevelError};
use std::path::PathBuf;

/// The members of `hloom_options` apart from the warning handler. Their meaning is in the header.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    pub start_at: Option<String>,
    pub pipeline_file: Option<String>,
    pub schedules: Vec<PathBuf>,
    pub entry: Option<String>,
    pub pass_pipeline: Option<String>,
    pub argument_sizes: Vec<Option<Vec<usize>>>,
    pub argument_values: Vec<Option<i64>>,
    pub dump_dir: Option<PathBuf>,
    pub cache_dir: Option<PathBuf>,
    pub memory_budget: Option<u64>,
    pub device: usize,
    pub threads: Option<usize>,
    pub reproducible: bool,
    pub device_only: bool,
}

impl Options {
    /// Checks that a function that runs given passes has no options of a pipeline or a compilation.
    ///
    /// # Errors
    /// Names the first option that would have no effect.
    pub fn check_passes(&self) -> Result<(), Failure> {
        let pipeline = [
            ("start_at", self.start_at.is_some()),
            ("pipeline_file", self.pipeline_file.is_some()),
            ("schedules", !self.schedules.is_empty()),
        ];
        refuse("hloom_module_run_passes", &pipeline)?;
        self.check_compilation("hloom_module_run_passes")
    }

    /// Checks that a function that lowers a module has no options of a compilation.
    ///
    /// # Errors
    /// Names the first option that would have no effect.
    pub fn check_lowering(&self) -> Result<(), Failure> {
        self.check_compilation("hloom_module_lower")
    }

    fn check_compilation(&self, function: &str) -> Result<(), Failure> {
        let compilation = [
            ("entry", self.entry.is_some()),
            ("pass_pipeline", self.pass_pipeline.is_some()),
            ("argument_sizes", !self.argument_sizes.is_empty()),
            ("argument_values", !self.argument_values.is_empty()),
            ("dump_dir", self.dump_dir.is_some()),
            ("cache_dir", self.cache_dir.is_some()),
            ("memory_budget", self.memory_budget.is_some()),
            ("device", self.device != 0),
            ("threads", self.threads.is_some()),
            ("reproducible", self.reproducible),
            ("device_only", self.device_only),
        ];
        refuse(function, &compilation)
    }

    /// Returns the options for the compiler. Reads the pipeline file, if there is one.
    ///
    /// # Errors
    /// Fails if there is no such level, or if the pipeline file cannot be read.
    pub fn compile_options(&self, warnings: WarningHandler) -> Result<CompileOptions, Failure> {
        let start_at = self.start_at.as_deref().map(str::parse::<Level>).transpose();
        let start_at = start_at.map_err(|error: ParseLevelError| {
            Failure::Message(format!("option `start_at`: {error}"))
        })?;
        Ok(CompileOptions {
            device: self.device,
            threads: self.threads,
            arguments: self.known_arguments(),
            memory_budget: self.memory_budget,
            reproducible: self.reproducible,
            device_only: self.device_only,
            pipeline: PipelineChanges {
                passes: self.pass_pipeline.clone(),
                file: self.pipeline_file.as_ref().map(PipelineFile::read).transpose()?,
                schedules: self.schedules.clone(),
                start_at,
            },
            dump_dir: self.dump_dir.clone(),
            warnings: Some(warnings),
            ..CompileOptions::default()
        })
    }

    fn known_arguments(&self) -> Vec<Option<KnownArgument>> {
        let count = self.argument_sizes.len().max(self.argument_values.len());
        let known = |index: usize| {
            let dims = self.argument_sizes.get(index).cloned().flatten();
            let value = self.argument_values.get(index).copied().flatten();
            // An argument with a value is a scalar, which has no sizes.
            let is_known = dims.is_some() || value.is_some();
            is_known.then(|| KnownArgument { dims: dims.unwrap_or_default(), value })
        };
        (0..count).map(known).collect()
    }
}

/// Fails with the name of the first of `options` that is set.
fn refuse(function: &str, options: &[(&str, bool)]) -> Result<(), Failure> {
    match options.iter().find(|(_, is_set)| *is_set) {
        Some((name, _)) => Err(Failure::Message(format!(
            "`{function}`: expected no option `{name}`, which has no effect here"
        ))),
        None => Ok(()),
    }
}
