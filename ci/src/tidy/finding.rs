// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The findings of the rules. A finding is a place in a file and a message.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// A place in a source file or a document that violates a rule of `cargo ci lint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    path: PathBuf,
    line: usize,
    message: String,
}

impl Finding {
    /// Creates a finding at a line of the file `path`, relative to the root. Lines count from 1.
    pub fn new(path: &Path, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.path.display(), self.line, self.message)
    }
}
