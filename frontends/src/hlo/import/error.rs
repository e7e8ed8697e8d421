// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reasons why an instruction cannot be converted.

use crate::Error;

/// The reason why an instruction, or an instruction in a called computation, cannot be converted.
pub enum ImportError {
    /// The instruction itself cannot be converted; the message states the reason.
    ThisInstruction(String),
    /// Another instruction cannot be converted; the error contains its location.
    Other(Error),
}

impl From<String> for ImportError {
    fn from(message: String) -> Self {
        Self::ThisInstruction(message)
    }
}

impl From<&str> for ImportError {
    fn from(message: &str) -> Self {
        Self::ThisInstruction(message.to_owned())
    }
}

impl From<Error> for ImportError {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}
