// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What a Rust pass is, and how it fails.

use crate::ffi;
use crate::ir::{Context, Location, Op};
use melior::ir::operation::OperationLike;

/// A pass written in Rust, as the registry and `hlo-opt` know it.
#[derive(Debug)]
pub struct PassInfo {
    /// Its name on the command line and in pipelines, e.g. `hlo-to-linalg`.
    pub argument: &'static str,
    /// One sentence for `--help`.
    pub description: &'static str,
    /// The operation it runs on, e.g. `builtin.module`; empty for any.
    pub anchor: &'static str,
    /// Its options, in the order they are listed.
    pub options: &'static [PassOption],
    /// Dialects it may create operations of.
    pub dialects: &'static [&'static str],
    /// The transformation.
    pub run: for<'a> fn(&'a Context, Op<'a>, &OptionValues) -> Result<(), Failure<'a>>,
}

/// An option of a pass: `{name=value}` in a pipeline.
#[derive(Debug)]
pub struct PassOption {
    /// Its name.
    pub name: &'static str,
    /// One sentence for `--help`.
    pub description: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
}

/// The values a pass was given for its options.
#[derive(Debug)]
pub struct OptionValues {
    info: &'static PassInfo,
    values: Vec<String>,
}

impl OptionValues {
    pub(crate) fn new(info: &'static PassInfo, values: Vec<String>) -> Self {
        Self { info, values }
    }

    /// The text of an option.
    ///
    /// # Panics
    /// If the pass declares no such option.
    pub fn text(&self, name: &str) -> &str {
        let index = self
            .info
            .options
            .iter()
            .position(|option| option.name == name)
            .unwrap_or_else(|| panic!("pass `{}` has no option `{name}`", self.info.argument));
        self.values.get(index).map_or(self.info.options[index].default, String::as_str)
    }

    /// An option that is a number.
    pub fn number<'a>(&self, name: &str, op: Op<'a>) -> Result<i64, Failure<'a>> {
        self.parse(name, "a number", op)
    }

    /// An option that is `true` or `false`.
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
            Failure::at(op, format!("option `{name}` of pass `{pass}` is {expected}, not `{text}`"))
        })
    }
}

/// Why a pass failed: one or more messages, each where an operation was, which may be gone
/// since.
#[derive(Debug, Default)]
pub struct Failure<'a> {
    errors: Vec<(Location<'a>, String)>,
}

impl<'a> Failure<'a> {
    /// A failure at `op`.
    pub fn at(op: Op<'a>, message: impl Into<String>) -> Self {
        Self { errors: vec![(op.location(), message.into())] }
    }

    /// Adds the messages of another failure.
    pub fn merge(&mut self, other: Self) {
        self.errors.extend(other.errors);
    }

    /// Nothing found, or this failure.
    pub fn into_result(self) -> Result<(), Self> {
        if self.errors.is_empty() { Ok(()) } else { Err(self) }
    }

    /// Emits the messages as MLIR diagnostics; `root` takes one if there is none.
    pub(crate) fn emit(self, root: Op<'a>) {
        if self.errors.is_empty() {
            ffi::emit_error(root.location(), "pass failed");
        }
        for (location, message) in self.errors {
            ffi::emit_error(location, &message);
        }
    }
}
