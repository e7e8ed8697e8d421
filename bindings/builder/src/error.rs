// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of this crate.

use std::fmt;
use std::panic::Location;

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The reason why a program cannot be built or written.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An operation violates a constraint of the StableHLO specification.
    #[error("{at}: `{operation}`: {message} ({constraint})")]
    Constraint {
        /// The position in the Rust program that builds the operation.
        at: At,
        /// The name of the operation, such as `stablehlo.slice`.
        operation: String,
        /// The constraint: the operation and the number of the constraint in the specification,
        /// such as `slice_c3`, or the number of the constrained input, such as `slice_i2`.
        constraint: String,
        /// The message: the expected and the actual values.
        message: String,
    },
    /// An operation cannot be part of the program: for example, an operand belongs to another
    /// program, or a name or a size is not valid.
    #[error("{at}: `{operation}`: {message}")]
    Invalid {
        /// The position in the Rust program that builds the operation.
        at: At,
        /// The name of the operation, such as `stablehlo.slice`.
        operation: String,
        /// The message: the expected and the actual values.
        message: String,
    },
    /// The program cannot be written as a portable artifact, for example because the requested
    /// version lacks an operation.
    #[error(transparent)]
    Artifact(#[from] hloom_portable::Error),
    /// A literal of a constant cannot be created, for example because it has too few elements.
    #[error(transparent)]
    Literal(#[from] hloom_values::Error),
}

impl Error {
    /// Returns the position in the Rust program that builds the refused operation, or `None` for
    /// errors without a position.
    pub fn at(&self) -> Option<At> {
        match self {
            Self::Constraint { at, .. } | Self::Invalid { at, .. } => Some(*at),
            Self::Artifact(_) | Self::Literal(_) => None,
        }
    }
}

/// Prints the message of the error, because `unwrap` and `main` print errors in this form.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// A position in the Rust program that builds an operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct At(&'static Location<'static>);

impl At {
    /// Returns the position of the caller of the function that calls this one.
    #[track_caller]
    pub(crate) fn caller() -> Self {
        Self(Location::caller())
    }

    /// Returns the path of the Rust source file, as the Rust compiler writes it.
    pub fn file(&self) -> &'static str {
        self.0.file()
    }

    /// Returns the line in the Rust source file, from 1 on.
    pub fn line(&self) -> u32 {
        self.0.line()
    }

    /// Returns the column in the Rust source file, from 1 on.
    pub fn column(&self) -> u32 {
        self.0.column()
    }
}

impl fmt::Display for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, formatter)
    }
}

impl fmt::Debug for At {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.0, formatter)
    }
}
