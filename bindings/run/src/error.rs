// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The error type of this crate.

use crate::find::VARIABLES;
use crate::pjrt::{Failure, LoadError};
use std::fmt;
use std::path::PathBuf;

/// The reason why a program cannot be compiled or run.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The shared library is in none of the places where this crate searches for it.
    #[error(
        "the library of hloom is not found; install it with `pip install hloom`, or \
         set {} to the path of a PJRT plugin (searched: {})",
        VARIABLES[1],
        list(.searched)
    )]
    NotFound {
        /// The paths that were searched, at which no file exists.
        searched: Vec<PathBuf>,
    },
    /// The shared library cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The program cannot be written as a portable artifact that the plugin reads.
    #[error("the program cannot be passed to the plugin: {0}")]
    Source(String),
    /// The plugin refuses to compile the program. The message is the plugin's.
    #[error("the plugin refuses the program: {0}")]
    Refused(Failure),
    /// An argument does not have the type that the program expects, or there is no such device.
    #[error("{0}")]
    Argument(String),
    /// A call of the plugin fails, for example because memory is exhausted.
    #[error("the plugin fails: {0}")]
    Plugin(Failure),
}

/// Prints the message of the error, because `unwrap` and `main` print errors in this form.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

fn list(paths: &[PathBuf]) -> String {
    let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
    paths.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_library_says_what_to_install() {
        let searched = vec![PathBuf::from("a.so"), PathBuf::from("b/c.so")];
        assert_eq!(
            Error::NotFound { searched }.to_string(),
            "the library of hloom is not found; install it with `pip install hloom`, \
             or set HLOOM_LIBRARY to the path of a PJRT plugin (searched: a.so, b/c.so)"
        );
    }
}
