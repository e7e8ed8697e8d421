// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Parsing of programs from MLIR text and bytecode.

use crate::{
    boolean_constants,
    diagnostic::{Diagnostic, Diagnostics, Severity},
    ffi,
};
use melior::{Context, ir::Module};
use std::fmt;

/// The error for a program that cannot be parsed or verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// MLIR's diagnostics, with at least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl fmt::Display for ParseError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            write!(formatter, "{}{diagnostic}", if index == 0 { "" } else { "\n" })?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseError {}

/// Parses and verifies a module from MLIR text or bytecode.
///
/// The content of `source` determines whether it is text or bytecode. `file_name` is the name of
/// the file in locations and messages. Constants of type `i1` may have the form that JAX prints,
/// see [`boolean_constants`].
///
/// # Errors
/// Returns all diagnostics that MLIR reported, with locations, if the source does not parse or
/// verify.
pub fn parse_module<'c>(
    context: &'c Context,
    source: impl AsRef<[u8]>,
    file_name: &str,
) -> Result<Module<'c>, ParseError> {
    let mut source = source.as_ref().to_vec();
    boolean_constants::pack(&mut source);
    let guard = Diagnostics::collect(context);
    let module = ffi::parse_module(context, &source, file_name);
    let mut diagnostics = guard.take();
    module.ok_or_else(|| {
        if !diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            diagnostics.push(Diagnostic {
                severity: Severity::Error,
                location: file_name.to_owned(),
                message: "expected a module in MLIR text or bytecode".to_owned(),
                notes: Vec::new(),
            });
        }
        ParseError { diagnostics }
    })
}
