// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The one error type of compiling and running programs.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// What went wrong, in words for the person who runs the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program was refused: one or more rendered diagnostics, each a line
    /// `file:line:column: error: message`, with their notes.
    #[error("{0}")]
    Program(String),
    /// A request that cannot be met: wrong inputs, an unknown entry...
    #[error("{0}")]
    Invalid(String),
    /// A file that cannot be read, written or understood.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// No platform has the name.
    #[error("unknown platform `{name}`; known platforms: {known}")]
    UnknownPlatform {
        /// The name asked for.
        name: String,
        /// The names there are, comma separated.
        known: String,
    },
    /// Two platforms of one name.
    #[error("a platform named `{0}` is registered already")]
    DuplicatePlatform(String),
    /// The platform has no such ability.
    #[error("platform `{platform}` does not support {what}")]
    Unsupported {
        /// The platform's name.
        platform: String,
        /// What it was asked for.
        what: String,
    },
    /// There is no memory of that size.
    #[error("out of memory: {bytes} bytes for {what}")]
    OutOfMemory {
        /// How much was asked for.
        bytes: usize,
        /// What it was for.
        what: String,
    },
    /// A device failed while a program ran on it.
    #[error("platform `{platform}`: {message}")]
    Device {
        /// The platform's name.
        platform: String,
        /// What the device said.
        message: String,
    },
    /// A plugin failed to do what it has to.
    #[error("plugin `{plugin}`: {message}")]
    Plugin {
        /// The plugin's name.
        plugin: String,
        /// What it failed with.
        message: String,
    },
    /// A mistake of this project.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

/// Whose move it is after an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The user's: the program, the inputs or the request is wrong.
    User,
    /// Another platform may do it.
    Unsupported,
    /// The machine's: memory, files, devices.
    Resource,
    /// The plugin's author's: a bug there.
    Plugin,
    /// Ours: a bug.
    Internal,
}

impl Error {
    /// A file that cannot be used, and why.
    pub fn file(path: impl AsRef<Path>, reason: impl Display) -> Self {
        Self::File { path: path.as_ref().to_owned(), reason: reason.to_string() }
    }

    /// A request that cannot be met.
    pub fn invalid(message: impl Display) -> Self {
        Self::Invalid(message.to_string())
    }

    /// A platform without the ability asked for.
    pub fn unsupported(platform: impl Display, what: impl Display) -> Self {
        Self::Unsupported { platform: platform.to_string(), what: what.to_string() }
    }

    /// Whose move it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Program(_)
            | Self::Invalid(_)
            | Self::UnknownPlatform { .. }
            | Self::DuplicatePlatform(_) => ErrorKind::User,
            Self::Unsupported { .. } => ErrorKind::Unsupported,
            Self::File { .. } | Self::OutOfMemory { .. } | Self::Device { .. } => {
                ErrorKind::Resource
            }
            Self::Plugin { .. } => ErrorKind::Plugin,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }
}

impl From<hloom_evaluator::Error> for Error {
    fn from(error: hloom_evaluator::Error) -> Self {
        use hloom_evaluator::Error as Evaluation;
        match error {
            Evaluation::Program(diagnostics) => Self::Program(diagnostics),
            Evaluation::Invalid(message) => Self::Invalid(message),
            Evaluation::OutOfMemory { bytes, what } => Self::OutOfMemory { bytes, what },
            Evaluation::Internal(message) => Self::Internal(message),
        }
    }
}
