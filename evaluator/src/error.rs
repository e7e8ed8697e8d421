// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Why a value cannot be had.

use hloom_dialects::violation::Violation;
use std::fmt::Display;

/// What went wrong while values were made or a program was evaluated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The program cannot be evaluated, or went wrong while it was: one or more
    /// rendered diagnostics, each a line `file:line:column: error: message`.
    #[error("{0}")]
    Program(String),
    /// A request that cannot be met.
    #[error("{0}")]
    Invalid(String),
    /// There is no memory of that size.
    #[error("out of memory: {bytes} bytes for {what}")]
    OutOfMemory {
        /// How much was asked for.
        bytes: usize,
        /// What it was for.
        what: String,
    },
    /// A mistake of this project.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

impl Error {
    /// A request that cannot be met.
    pub fn invalid(message: impl Display) -> Self {
        Self::Invalid(message.to_string())
    }
}

impl From<Violation> for Error {
    fn from(violation: Violation) -> Self {
        Self::Invalid(violation.to_string())
    }
}
