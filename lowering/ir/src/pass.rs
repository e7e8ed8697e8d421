// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface of passes that are written in Rust.
//!
//! A pass is a static [`PassInfo`] that C++ glue registers with MLIR under its name. Its function
//! transforms one operation in place, or returns a [`Failure`] whose messages become diagnostics.

mod ffi;
mod nested;

pub(crate) use ffi::{
    is_registered, register_foreign_name, register_old_name, register_pass,
    register_upstream_passes,
};
pub use nested::run_passes;

use crate::ffi::emit_error;
use crate::pipeline::Level;
use crate::{Context, Location, Op};
use hloom_dialects::diagnostic::render_location;
use melior::ir::operation::OperationLike;
use std::fmt::{self, Display};

/// A pass written in Rust, which is registered with MLIR.
#[derive(Debug)]
pub struct PassInfo {
    /// The name on the command line and in pipelines, for example `hlo-to-linalg`.
    pub argument: &'static str,
    /// A one-sentence description for `--help`.
    pub description: &'static str,
    /// The operation on which the pass runs, for example `builtin.module`; empty for any operation.
    pub anchor: &'static str,
    /// The level to which the pass belongs.
    pub level: Level,
    /// The options, in the order of `--help`.
    pub options: &'static [PassOption],
    /// The dialects whose operations the pass may create.
    pub dialects: &'static [&'static str],
    /// Runs the pass on one anchor operation.
    pub run: for<'a> fn(&'a Context, Op<'a>, &OptionValues) -> Result<(), Failure<'a>>,
}

/// An option of a pass: `{name=value}` in a pipeline.
#[derive(Debug)]
pub struct PassOption {
    /// The name of the option in a pipeline.
    pub name: &'static str,
    /// A one-sentence description for `--help`.
    pub description: &'static str,
    /// The default value of the option.
    pub default: &'static str,
}

/// The values of a pass's options in one run.
#[derive(Debug)]
pub struct OptionValues {
    info: &'static PassInfo,
    values: Vec<String>,
}

impl OptionValues {
    pub(crate) fn new(info: &'static PassInfo, values: Vec<String>) -> Self {
        Self { info, values }
    }

    /// Returns the pass whose options these are.
    pub fn pass(&self) -> &'static PassInfo {
        self.info
    }

    /// Returns the value of an option as text.
    ///
    /// # Panics
    /// Panics if the pass declares no such option.
    pub fn text(&self, name: &str) -> &str {
        let index = self
            .info
            .options
            .iter()
            .position(|option| option.name == name)
            .unwrap_or_else(|| panic!("pass `{}` has no option `{name}`", self.info.argument));
        self.values.get(index).map_or(self.info.options[index].default, String::as_str)
    }

    /// Returns the value of an option that is an integer.
    ///
    /// # Errors
    /// Fails at `op` if the value is not an integer.
    ///
    /// # Panics
    /// Panics if the pass declares no such option.
    pub fn number<'a>(&self, name: &str, op: Op<'a>) -> Result<i64, Failure<'a>> {
        self.parse(name, "an integer", op)
    }

    /// Returns the value of an option that is `true` or `false`.
    ///
    /// # Errors
    /// Fails at `op` if the value is neither `true` nor `false`.
    ///
    /// # Panics
    /// Panics if the pass declares no such option.
    pub fn flag<'a>(&self, name: &str, op: Op<'a>) -> Result<bool, Failure<'a>> {
        self.parse(name, "true or false", op)
    }

    fn parse<'a, T: std::str::FromStr>(
        &self,
        name: &str,
        expected: &str,
        op: Op<'a>,
    ) -> Result<T, Failure<'a>> {
        let text = self.text(name);
        text.parse().map_err(|_| {
            let pass = self.info.argument;
            let message =
                format!("pass `{pass}`: option `{name}`: expected {expected}, found `{text}`");
            Failure::at(op, message)
        })
    }
}

/// The reason why a pass failed: messages, each with the location of an operation. The operation
/// itself may have been erased since.
#[derive(Debug, Default)]
pub struct Failure<'a> {
    errors: Vec<(Location<'a>, String)>,
}

impl<'a> Failure<'a> {
    /// Creates a failure with one message at the location of `op`.
    pub fn at(op: Op<'a>, message: impl Into<String>) -> Self {
        Self { errors: vec![(op.location(), message.into())] }
    }

    /// Adds the messages of another failure.
    pub fn merge(&mut self, other: Self) {
        self.errors.extend(other.errors);
    }

    /// Returns `Ok` if there are no messages.
    ///
    /// # Errors
    /// Returns this failure if it has a message.
    pub fn into_result(self) -> Result<(), Self> {
        if self.errors.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Emits the messages as MLIR diagnostics. A failure without messages is reported at `root`.
    pub(crate) fn emit(self, root: Op<'a>) {
        if self.errors.is_empty() {
            emit_error(root.location(), "pass failed");
        }
        for (location, message) in self.errors {
            emit_error(location, &message);
        }
    }
}

impl Display for Failure<'_> {
    /// Writes a line for each message, in the form of MLIR's diagnostics.
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for (index, (location, message)) in self.errors.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            match render_location(*location).as_str() {
                "" => write!(formatter, "{separator}error: {message}")?,
                place => write!(formatter, "{separator}{place}: error: {message}")?,
            }
        }
        Ok(())
    }
}
