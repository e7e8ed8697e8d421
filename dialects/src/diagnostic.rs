// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Diagnostics as values, with the places in the user's program they are about.

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

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Something that cannot be continued with.
    Error,
    /// Something worth a look.
    Warning,
    /// More about another diagnostic.
    Note,
    /// Something a pass tells about its work.
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

/// One message of MLIR's. Displayed as `file:line:column: error: message`, a line
/// for each note below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where, as [`render_location`] has it; empty where nothing is known.
    pub location: String,
    /// What.
    pub message: String,
    /// More about it.
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

/// Collects a context's diagnostics while it lives; nothing is printed meanwhile.
///
/// Guards nest: the innermost one collects.
#[derive(Debug)]
pub struct Diagnostics<'c> {
    context: &'c Context,
    handler: Option<DiagnosticHandlerId>,
    collected: Arc<Mutex<Vec<Diagnostic>>>,
}

impl<'c> Diagnostics<'c> {
    /// Begins to collect.
    pub fn collect(context: &'c Context) -> Self {
        let collected = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&collected);
        let handler = context.attach_diagnostic_handler(move |diagnostic| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push(convert(&diagnostic));
            true
        });
        Self { context, handler: Some(handler), collected }
    }

    /// What was collected since the last call.
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
    // It may quote what was read, which need not be UTF-8.
    if write!(message, "{diagnostic}").is_err() {
        message.push_str("<not UTF-8>");
    }
    message
}

/// Where a location points in the user's source: `file:line:column`.
///
/// Names are looked through; of a call site the callee counts, of a fused location
/// the first part that is known; empty if none is. A location that has only a name
/// is that name.
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
