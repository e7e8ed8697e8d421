// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of compiling and running programs.

use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The reason why a program cannot be compiled or run. The message is written for the person who
/// runs the program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program is rejected. The text is one or more rendered diagnostics with their notes,
    /// each of the form `file:line:column: error: message`.
    #[error("{0}")]
    Program(String),
    /// A request that cannot be met, such as wrong inputs or an unknown entry function.
    #[error("{0}")]
    Invalid(String),
    /// A file cannot be read, written or understood.
    #[error("{}: {reason}", path.display())]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The reason for the failure.
        reason: String,
    },
    /// There is no platform with the requested name.
    #[error("unknown platform `{name}`; known platforms: {known}")]
    UnknownPlatform {
        /// The requested name.
        name: String,
        /// The names of all platforms, separated by commas.
        known: String,
    },
    /// Two platforms have the same name.
    #[error("a platform named `{0}` is already registered")]
    DuplicatePlatform(String),
    /// Another process that takes part in a run is lost or has failed.
    #[error("{0}")]
    Unavailable(String),
    /// The platform lacks a feature.
    #[error("platform `{platform}` does not support {what}")]
    Unsupported {
        /// The name of the platform.
        platform: String,
        /// The missing feature.
        what: String,
    },
    /// An allocation failed.
    #[error("out of memory: {bytes} bytes for {what}")]
    OutOfMemory {
        /// The requested size in bytes.
        bytes: usize,
        /// The purpose of the allocation, such as the type of a tensor.
        what: String,
    },
    /// A device failed, or rejected an operation such as a copy or the execution of a program.
    #[error("platform `{platform}`: {message}")]
    Device {
        /// The name of the platform.
        platform: String,
        /// The device's error message.
        message: String,
    },
    /// A plugin violates its contract, for example by a panic.
    #[error("plugin `{plugin}`: {message}")]
    Plugin {
        /// The name of the plugin.
        plugin: String,
        /// The failure of the plugin.
        message: String,
    },
    /// A bug in hloom.
    #[error("internal error: {0}; please report it")]
    Internal(String),
}

/// The party that can resolve an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The user: the program, the inputs or the request is wrong.
    User,
    /// The user, by choosing another platform: this one lacks a feature.
    Unsupported,
    /// The administrator of the machine: memory, files or devices failed.
    Resource,
    /// The author of the plugin: the plugin has a bug.
    Plugin,
    /// The authors of hloom: hloom has a bug.
    Internal,
}

impl Error {
    /// Returns [`Error::File`] for a path and the reason for the failure.
    pub fn file(path: impl AsRef<Path>, reason: impl Display) -> Self {
        Self::File { path: path.as_ref().to_owned(), reason: reason.to_string() }
    }

    /// Returns [`Error::Invalid`] with a message.
    pub fn invalid(message: impl Display) -> Self {
        Self::Invalid(message.to_string())
    }

    /// Returns [`Error::Unsupported`] for a platform and a missing feature.
    pub fn unsupported(platform: impl Display, what: impl Display) -> Self {
        Self::Unsupported { platform: platform.to_string(), what: what.to_string() }
    }

    /// Returns the party that can resolve the error.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Program(_)
            | Self::Invalid(_)
            | Self::UnknownPlatform { .. }
            | Self::DuplicatePlatform(_) => ErrorKind::User,
            Self::Unsupported { .. } => ErrorKind::Unsupported,
            Self::File { .. }
            | Self::OutOfMemory { .. }
            | Self::Device { .. }
            | Self::Unavailable(_) => ErrorKind::Resource,
            Self::Plugin { .. } => ErrorKind::Plugin,
            Self::Internal(_) => ErrorKind::Internal,
        }
    }
}

impl From<hloom_values::Error> for Error {
    fn from(error: hloom_values::Error) -> Self {
        match error {
            hloom_values::Error::Invalid(message) => Self::Invalid(message),
            hloom_values::Error::File { path, reason } => Self::File { path, reason },
            hloom_values::Error::OutOfMemory { bytes, what } => Self::OutOfMemory { bytes, what },
            hloom_values::Error::Internal(message) => Self::Internal(message),
        }
    }
}
