// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors that occur when artifacts are read or written.

use crate::version::Version;
use std::fmt;

/// An error that occurs when an artifact is read or written.
///
/// For a damaged file, the reader returns an error. It never panics, and the memory that it
/// allocates is at most proportional to the file's size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes do not follow the bytecode format.
    #[error("byte {offset}: {message}")]
    Malformed {
        /// Offset in bytes from the start of the file.
        offset: usize,
        /// The contents that were expected at the offset, and those that were found.
        message: String,
    },
    /// The program is invalid, although its encoding is correct.
    #[error("{location}: {message}")]
    Invalid {
        /// Source location of the operation at which the error occurs.
        location: String,
        /// The reason: the expected and the actual contents of the program.
        message: String,
    },
    /// The program uses a feature that the target version does not support.
    #[error("{location}: {feature} needs StableHLO {needs}, the target version is {target}")]
    Unsupported {
        /// Source location of the operation that uses the feature.
        location: String,
        /// The unsupported feature: an operation, attribute or type, or the use of one of them.
        feature: String,
        /// The versions that support the feature.
        needs: Needs,
        /// The version in which the program was to be written.
        target: Version,
    },
    /// The version of the file is newer than the last supported version.
    #[error("version {found} of StableHLO is newer than {last}, the last supported version")]
    Newer {
        /// The version that the file states.
        found: Version,
        /// The last supported version, [`Version::CURRENT`].
        last: Version,
    },
    /// The text is not a version, or the version is not supported.
    #[error(
        "expected a version of StableHLO from 0.9.0 to {last}, found `{0}`",
        last = Version::CURRENT
    )]
    NoSuchVersion(String),
}

/// The range of versions that support a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// The given version and all later versions.
    Since(Version),
    /// The given version and all earlier versions.
    Until(Version),
}

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Since(version) => write!(f, "version {version} or later"),
            Self::Until(version) => write!(f, "version {version} or earlier"),
        }
    }
}

/// Result with the error type of this crate.
pub type Result<T> = std::result::Result<T, Error>;
