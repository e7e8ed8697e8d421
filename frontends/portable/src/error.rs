// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What can be wrong with an artifact, and with a program for a version.

use crate::version::Version;
use std::fmt;

/// Why something is not read or not written. Nothing else is ever the answer to a
/// damaged file: no panic, and no allocation beyond a multiple of its size.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not what the format says.
    #[error("byte {offset}: {message}")]
    Malformed {
        /// From the first byte of the file.
        offset: usize,
        /// What was expected, and what was found.
        message: String,
    },
    /// The file was read, but the program in it is wrong.
    #[error("{location}: {message}")]
    Invalid {
        /// Where the program says it comes from.
        location: String,
        /// What was expected, and what was found.
        message: String,
    },
    /// The program needs what a version does not have.
    #[error("{location}: {feature} needs {needs}, the target is {target}")]
    Unsupported {
        /// Where the program says it comes from.
        location: String,
        /// An operation, attribute, type or a use of them.
        feature: String,
        /// Which versions have it.
        needs: Needs,
        /// The version that is written.
        target: Version,
    },
    /// The file is of a version after the last one known.
    #[error("version {found} of StableHLO is newer than {last}, the last one known here")]
    Newer {
        /// The file's version.
        found: Version,
        /// [`Version::CURRENT`].
        last: Version,
    },
    /// There is no such version to write.
    #[error("there is no version `{0}`: versions are 0.9.0 to {last}", last = Version::CURRENT)]
    NoSuchVersion(String),
}

/// Which versions have a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// This one and later ones.
    Since(Version),
    /// This one and earlier ones.
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

/// What most functions here return.
pub type Result<T> = std::result::Result<T, Error>;
