// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! MLIR's diagnostics as values, with locations in the user's program.
//!
//! MLIR reports errors to the handlers of its context, and prints them if there is no handler. The
//! guard [`Diagnostics`] collects them instead, so that functions return them in their errors.

use crate::ffi;
use melior::{
    Context,
    diagnostic::{DiagnosticHandlerId, DiagnosticSeverity},
    ir::Location,
};
use std::{
    fmt::{self, Write as _},
    sync::{Arc, Mutex, PoisonError},
};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// An error: the operation that reported it has failed.
    Error,
    /// A warning: the program may be wrong.
    Warning,
    /// Additional information about another diagnostic.
    Note,
    /// A remark of a pass about its work.
    Remark,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Remark => "remark",
        })
    }
}

/// A diagnostic of MLIR.
///
/// Displayed as `file:line:column: error: message`, followed by a line for each note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity: error, warning, remark or note.
    pub severity: Severity,
    /// The location as [`render_location`] formats it; empty if unknown.
    pub location: String,
    /// The message of the diagnostic, without severity and location.
    pub message: String,
    /// The notes attached to the diagnostic.
    pub notes: Vec<Diagnostic>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if !self.location.is_empty() {
            write!(formatter, "{}: ", self.location)?;
        }
        write!(formatter, "{}: {}", self.severity, self.message)?;
        self.notes.iter().try_for_each(|note| write!(formatter, "\n{note}"))
    }
}

/// A guard that collects a context's diagnostics during its lifetime.
///
/// MLIR prints no diagnostics during this time. Guards can be nested; the innermost guard collects
/// the diagnostics.
#[derive(Debug)]
pub struct Diagnostics<'c> {
    context: &'c Context,
    handler: Option<DiagnosticHandlerId>,
    collected: Arc<Mutex<Vec<Diagnostic>>>,
}

impl<'c> Diagnostics<'c> {
    /// Attaches a handler to the context that collects its diagnostics.
    pub fn collect(context: &'c Context) -> Self {
        let collected = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&collected);
        let handler = context.attach_diagnostic_handler(move |diagnostic| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push(convert(&diagnostic));
            true
        });
        Self { context, handler: Some(handler), collected }
    }

    /// Removes the diagnostics collected so far from the guard, and returns them.
    pub fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.collected.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for Diagnostics<'_> {
    fn drop(&mut self) {
        if let Some(handler) = self.handler.take() {
            self.context.detach_diagnostic_handler(handler);
        }
    }
}

fn convert(diagnostic: &melior::diagnostic::Diagnostic) -> Diagnostic {
    Diagnostic {
        severity: match diagnostic.severity() {
            DiagnosticSeverity::Error => Severity::Error,
            DiagnosticSeverity::Warning => Severity::Warning,
            DiagnosticSeverity::Note => Severity::Note,
            DiagnosticSeverity::Remark => Severity::Remark,
        },
        location: render_location(diagnostic.location()),
        message: render_message(diagnostic),
        notes: (0..diagnostic.note_count())
            .filter_map(|index| diagnostic.note(index).ok())
            .map(|note| convert(&note))
            .collect(),
    }
}

fn render_message(diagnostic: &melior::diagnostic::Diagnostic) -> String {
    let mut message = String::new();
    // A message may quote the source, which need not be UTF-8.
    if write!(message, "{diagnostic}").is_err() {
        message.push_str("<not UTF-8>");
    }
    message
}

/// Formats the position in the user's source as `file:line:column`.
///
/// A named location gives the position of its child, or its name if the child has no position. A
/// call site gives the position of the callee. A fused location gives the first known position of
/// its parts. Other locations give an empty string.
pub fn render_location(location: Location) -> String {
    if location.is_file_line_col_range() {
        let file = ffi::identifier_text(location.file_line_col_range_filename());
        let line = location.file_line_col_range_start_line();
        let column = location.file_line_col_range_start_column();
        return format!("{file}:{line}:{column}");
    }
    if location.is_name() {
        let child = render_location(location.name_child_location());
        if child.is_empty() {
            return ffi::identifier_text(location.name_value()).to_owned();
        }
        return child;
    }
    if location.is_call_site() {
        return render_location(location.call_site_callee());
    }
    if location.is_fused() {
        return (0..location.fused_num_locations())
            .map(|index| render_location(location.fused_location(index)))
            .find(|text| !text.is_empty())
            .unwrap_or_default();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_point_into_the_source() {
        let context = Context::new();
        let file = Location::new(&context, "a.mlir", 3, 7);
        let unknown = Location::unknown(&context);
        let named = Location::name(&context, "jit(f)/add", file);
        let call = Location::call_site(named, unknown);
        let fused =
            Location::fused(&context, &[unknown, call], melior::ir::Attribute::unit(&context));
        for location in [file, named, call, fused] {
            assert_eq!(render_location(location), "a.mlir:3:7");
        }
        assert_eq!(render_location(unknown), "");
        assert_eq!(render_location(Location::name(&context, "x", unknown)), "x");
    }

    #[test]
    fn display_is_that_of_the_driver() {
        let note = Diagnostic {
            severity: Severity::Note,
            location: "b.mlir:2:1".into(),
            message: "declared here".into(),
            notes: vec![],
        };
        let error = Diagnostic {
            severity: Severity::Error,
            location: "a.mlir:1:2".into(),
            message: "wrong".into(),
            notes: vec![note],
        };
        assert_eq!(error.to_string(), "a.mlir:1:2: error: wrong\nb.mlir:2:1: note: declared here");
    }
}
