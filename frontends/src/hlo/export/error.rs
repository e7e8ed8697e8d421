// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors of the export. [`ExportError`] contains only a message; [`ExportError::at`] adds the name
//! and location of the operation.

use crate::Error;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::violation::Violation;
use melior::ir::operation::OperationLike;

/// The reason why HLO cannot represent part of a program.
pub struct ExportError(pub String);

/// The result of converting part of a program.
pub type ExportResult<T> = Result<T, ExportError>;

impl ExportError {
    /// Converts the reason to an error of the program, with the name and location of an operation.
    pub fn at<'c: 'a, 'a>(self, operation: impl OperationLike<'c, 'a>) -> Error {
        let location = match render_location(operation.location()) {
            unknown if unknown.is_empty() => "unknown location".to_owned(),
            known => known,
        };
        Error::Program { location, message: format!("`{}`: {}", name_of(operation), self.0) }
    }
}

impl From<String> for ExportError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for ExportError {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

impl From<Violation> for ExportError {
    fn from(violation: Violation) -> Self {
        Self(violation.message)
    }
}

/// Returns the name of an operation.
pub fn name_of<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>) -> String {
    operation.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}
