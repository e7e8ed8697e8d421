// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reading programs.

use crate::{
    boolean_constants,
    diagnostic::{Diagnostic, Diagnostics, Severity},
    ffi,
};
use melior::{Context, ir::Module};
use std::fmt;

/// A program that could not be read or does not verify.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What MLIR said about it, at least one error.
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

/// Parses and verifies a module, from text or from MLIR bytecode, whichever the
/// content is. `file_name` is what locations and messages call it.
///
/// # Errors
/// Everything MLIR reported, with locations, if there is an error.
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
                message: "not a module".to_owned(),
                notes: Vec::new(),
            });
        }
        ParseError { diagnostics }
    })
}
