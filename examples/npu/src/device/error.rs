// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors of the simulated device.

use crate::NAME;
use hloom_compiler::Error;
use std::fmt::Display;

/// Returns an error of the platform's device with the given message.
pub fn failure(message: impl Display) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.to_string() }
}
