// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platforms that a plugin adds, as Rust values.

use super::failure::Failure;
use super::functions::ffi::Functions;
use hloom_lowering::pipeline::{Level, ParseLevelError};

/// A platform that a plugin adds (`hloom_plugin_platform`).
#[derive(Debug)]
pub struct Definition {
    /// The name of the platform and of its pipeline.
    pub name: String,
    /// The description for users.
    pub description: String,
    /// Identifies the plugin and the kind of its devices; `None` if executables are not stored.
    pub fingerprint: Option<String>,
    /// The number of devices.
    pub device_count: usize,
    /// The name of each device.
    pub device_name: String,
    /// The size of the memory of a device in bytes, if known.
    pub device_memory: Option<u64>,
    /// The number of cores of a device.
    pub device_cores: usize,
    /// The level of the programs for the platform's compiler.
    pub level: Level,
    /// The form of these programs.
    pub form: Form,
    /// The name of the pipeline whose passes run at each level, before the platform's own.
    pub base_pipeline: Option<String>,
    /// The passes of the platform, in the order in which they run at their level.
    pub steps: Vec<OwnStep>,
    /// The functions of the platform.
    pub functions: Functions,
}

/// The form of a program for a platform's compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// MLIR text with locations.
    Text,
    /// MLIR bytecode.
    Bytecode,
}

/// Passes of a platform (`hloom_plugin_step`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnStep {
    /// The level to which the passes belong.
    pub level: Level,
    /// The passes, in MLIR's textual form.
    pub passes: String,
    /// The reason for the passes.
    pub reason: String,
}

/// The maximum number of devices of a platform. Each device has an object in this process.
const MOST_DEVICES: usize = 1 << 16;

impl Definition {
    /// Checks the parts that have conditions beyond their types.
    ///
    /// # Errors
    /// Fails if the name cannot be the name of a platform, if there are too many devices, or if a
    /// text has several lines. Also fails if a step belongs to a level after that of the platform,
    /// or has no passes.
    pub fn checked(self) -> Result<Self, Failure> {
        let is_part = |it: char| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_';
        let Self { name, level, .. } = &self;
        if !name.starts_with(|first: char| first.is_ascii_lowercase()) || !name.chars().all(is_part)
        {
            return Err(Failure::breach(format!(
                "`hloom_plugin_platform`: expected a name of lower-case letters, digits and `_`, a \
                 letter first, found `{name}`"
            )));
        }
        let count = self.device_count;
        if count > MOST_DEVICES {
            return Err(Failure::breach(format!(
                "platform `{name}`: expected at most {MOST_DEVICES} devices, found {count}"
            )));
        }
        if self.description.contains('\n') || self.device_name.contains('\n') {
            return Err(Failure::breach(format!(
                "platform `{name}`: expected a description and a device name of one line"
            )));
        }
        for (index, step) in self.steps.iter().enumerate() {
            let of = step.level;
            if of > *level {
                return Err(Failure::breach(format!(
                    "platform `{name}`, step {index}: expected level `{level}` or an earlier one, \
                     found `{of}`"
                )));
            }
            if step.passes.trim().is_empty() {
                let message =
                    format!("platform `{name}`, step {index}: expected passes, found none");
                return Err(Failure::breach(message));
            }
            // Pipelines are printed as files, in which passes and reasons have a line each.
            if step.passes.contains('\n') || step.reason.contains('\n') {
                let message =
                    format!("platform `{name}`, step {index}: expected texts of one line");
                return Err(Failure::breach(message));
            }
        }
        Ok(self)
    }
}

/// Parses the name of a level.
///
/// # Errors
/// Fails if there is no such level.
pub fn level(text: &str) -> Result<Level, Failure> {
    text.parse().map_err(|error: ParseLevelError| Failure::breach(error.to_string()))
}
