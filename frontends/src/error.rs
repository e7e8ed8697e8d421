// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of reading and writing program formats.

use hloom_dialects::ParseError;

/// The reason why a program cannot be read, or why it cannot be written in another format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// MLIR rejected the program; the error carries its diagnostics.
    #[error("{0}")]
    Parse(#[from] ParseError),
    /// A portable artifact is malformed, or the program cannot be stored as one.
    #[error("{name}: error: {error}")]
    Portable {
        /// The name of the program.
        name: String,
        /// The error of the artifact reader or writer.
        error: hloom_portable::Error,
    },
    /// The requested artifact version does not exist.
    #[error("{0}")]
    Version(hloom_portable::Error),
    /// The HLO is malformed, or StableHLO or the target format cannot represent the program.
    #[error("{location}: error: {message}")]
    Program {
        /// The location in the program, as text.
        location: String,
        /// The message. It starts with the name of the operation, or the opcode of the instruction, if
        /// it concerns one and does not come from the HLO reader.
        message: String,
    },
}

impl Error {
    /// Wraps an error of the HLO reader; text errors get a `name:line:column` location.
    pub(crate) fn hlo(name: &str, error: &hloom_hlo::Error) -> Self {
        let hloom_hlo::Error::Text(error) = error else {
            return Self::Program { location: name.to_owned(), message: error.to_string() };
        };
        let location = format!("{name}:{}:{}", error.line, error.column);
        // The first line of the rendered error repeats the message; the rest shows the source
        // line.
        let shown = error.to_string();
        let shown = shown.split_once('\n').map_or("", |(_, shown)| shown);
        Self::Program { location, message: format!("{}\n{shown}", error.message) }
    }

    /// Wraps an error of the artifact writer.
    pub(crate) fn of_artifact(error: hloom_portable::Error) -> Self {
        use hloom_portable::Error as Artifact;
        match error {
            Artifact::Invalid { location, message } => Self::Program { location, message },
            Artifact::Unsupported { location, feature, needs, target } => {
                let message =
                    format!("{feature} needs StableHLO {needs}, the target version is {target}");
                Self::Program { location, message }
            }
            other => Self::Version(other),
        }
    }
}
