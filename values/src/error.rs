// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of this crate.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The reason why a literal cannot be created, read, written or compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The arguments contradict each other, for example a shape and the number of elements.
    #[error("{0}")]
    Invalid(String),
    /// A file cannot be read, written or understood.
    #[error("{}: {reason}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The reason why the file cannot be used.
        reason: String,
    },
    /// Memory for a tensor could not be allocated.
    #[error("out of memory: {bytes} bytes for {what}")]
    OutOfMemory {
        /// The size of the failed allocation, in bytes.
        bytes: usize,
        /// The type of the tensor that needs the memory.
        what: String,
    },
    /// An internal error, which is a bug in hloom.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

impl Error {
    /// Returns [`Error::Invalid`] with a message.
    pub fn invalid(message: impl Display) -> Self {
        Self::Invalid(message.to_string())
    }

    /// Returns [`Error::File`] for a path and the error found in the file.
    pub fn file(path: impl AsRef<Path>, reason: impl Display) -> Self {
        Self::File { path: path.as_ref().to_owned(), reason: reason.to_string() }
    }
}
