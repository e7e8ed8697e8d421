// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of this crate.

use hloom_dialects::violation::Violation;
use std::fmt::Display;

/// An error of value construction or program evaluation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The program cannot be evaluated, or its evaluation failed. Contains one or more messages,
    /// one on each line. A message with a location has the form `file:line:column: error: message`.
    #[error("{0}")]
    Program(String),
    /// An argument, attribute or operation in a request is invalid.
    #[error("{0}")]
    Invalid(String),
    /// Another process that takes part in a run is lost or has failed.
    #[error("{0}")]
    Unavailable(String),
    /// A memory allocation failed.
    #[error("out of memory: {bytes} bytes for {what}")]
    OutOfMemory {
        /// The requested size in bytes.
        bytes: usize,
        /// The purpose of the memory, for the message.
        what: String,
    },
    /// An error that only a bug in this project can cause.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

impl Error {
    /// Creates an [`Error::Invalid`].
    pub fn invalid(message: impl Display) -> Self {
        Self::Invalid(message.to_string())
    }
}

impl From<hloom_values::Error> for Error {
    fn from(error: hloom_values::Error) -> Self {
        match error {
            hloom_values::Error::OutOfMemory { bytes, what } => Self::OutOfMemory { bytes, what },
            hloom_values::Error::Internal(message) => Self::Internal(message),
            hloom_values::Error::Invalid(_) | hloom_values::Error::File { .. } => {
                Self::Invalid(error.to_string())
            }
        }
    }
}

impl From<Error> for hloom_stream_executor::Error {
    fn from(error: Error) -> Self {
        match error {
            Error::Program(diagnostics) => Self::Program(diagnostics),
            Error::Invalid(message) => Self::Invalid(message),
            Error::Unavailable(message) => Self::Unavailable(message),
            Error::OutOfMemory { bytes, what } => Self::OutOfMemory { bytes, what },
            Error::Internal(message) => Self::Internal(message),
        }
    }
}

impl From<Violation> for Error {
    fn from(violation: Violation) -> Self {
        Self::Invalid(violation.to_string())
    }
}

/// Renders an error with its location, in the format of MLIR's diagnostics.
pub(crate) fn located(location: &str, error: &Error) -> String {
    match (error, location) {
        (Error::Program(located), _) => located.clone(),
        (error, "") => format!("error: {error}"),
        (error, place) => format!("{place}: error: {error}"),
    }
}
