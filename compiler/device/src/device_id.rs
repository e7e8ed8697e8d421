// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The identity of a device, for checks and messages.

use hloom_compiler::Error;
use std::fmt::Display;
use std::sync::Arc;

/// A device: its platform, and its number among the devices of the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceId {
    platform: Arc<str>,
    ordinal: usize,
}

impl DeviceId {
    /// Returns the identity of device number `ordinal` of a platform.
    pub fn new(platform: &str, ordinal: usize) -> DeviceId {
        DeviceId { platform: platform.into(), ordinal }
    }

    /// Returns the name of the platform.
    pub fn platform(&self) -> &str {
        &self.platform
    }

    /// Returns the number of the device among the devices of the platform.
    pub fn ordinal(&self) -> usize {
        self.ordinal
    }

    /// Returns an [`Error::Device`] of the device's platform with a message.
    pub fn error(&self, message: impl Display) -> Error {
        Error::Device { platform: self.platform.to_string(), message: message.to_string() }
    }
}
