// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors of the device.

use crate::NAME;
use hloom_compiler::Error;
use std::fmt::Display;

/// Returns a device error with a message.
pub fn failure(message: impl Display) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.to_string() }
}
