// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Why an instruction cannot be converted.

use crate::Error;

/// Why an instruction, or one in a computation it calls, cannot be converted.
pub enum Problem {
    /// What is wrong with the instruction itself.
    Here(String),
    /// What is wrong with another one, and where that is.
    There(Error),
}

impl From<String> for Problem {
    fn from(message: String) -> Self {
        Self::Here(message)
    }
}

impl From<&str> for Problem {
    fn from(message: &str) -> Self {
        Self::Here(message.to_owned())
    }
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Self::There(error)
    }
}
