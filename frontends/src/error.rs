// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What can be wrong with a program of a frontend.

use hloom_dialects::ParseError;

/// Why a program is not read, or not written in another form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// MLIR refused it, with diagnostics.
    #[error("{0}")]
    Parse(#[from] ParseError),
    /// A portable artifact that is damaged, or a program for which there is no artifact.
    #[error("{name}: error: {error}")]
    Portable {
        /// The program's name.
        name: String,
        /// What is wrong.
        error: hloom_portable::Error,
    },
    /// A version that there is not.
    #[error("{0}")]
    Version(hloom_portable::Error),
    /// HLO that is damaged, or a program that means nothing in StableHLO, or not in what it is to
    /// be written as.
    #[error("{location}: error: {message}")]
    Program {
        /// Where in the program.
        location: String,
        /// What is wrong.
        message: String,
    },
}

impl Error {
    /// Why something is no module of HLO.
    pub(crate) fn hlo(name: &str, error: &hloom_hlo::Error) -> Self {
        let hloom_hlo::Error::Text(error) = error else {
            return Self::Program { location: name.to_owned(), message: error.to_string() };
        };
        let location = format!("{name}:{}:{}", error.line, error.column);
        // After the first line comes the line in question.
        let shown = error.to_string();
        let shown = shown.split_once('\n').map_or("", |(_, shown)| shown);
        Self::Program { location, message: format!("{}\n{shown}", error.message) }
    }

    /// Why a program is not written as an artifact.
    pub(crate) fn of_artifact(error: hloom_portable::Error) -> Self {
        use hloom_portable::Error as Artifact;
        match error {
            Artifact::Invalid { location, message } => Self::Program { location, message },
            Artifact::Unsupported { location, feature, needs, target } => {
                let message = format!("{feature} needs {needs}, the target is {target}");
                Self::Program { location, message }
            }
            other => Self::Version(other),
        }
    }
}
