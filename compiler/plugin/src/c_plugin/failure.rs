// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Errors that functions of a plugin return.

use hloom_compiler::Error;

/// The kinds of errors in `include/hloom_plugin.h`.
mod kinds {
    pub const PROGRAM: i32 = 1;
    pub const INVALID: i32 = 2;
    pub const UNSUPPORTED: i32 = 3;
    pub const MEMORY: i32 = 4;
    pub const DEVICE: i32 = 5;
}

/// `hloom_plugin_error`, of which C has only pointers: the kind of an error and its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    kind: i32,
    message: String,
}

impl Failure {
    /// Creates a failure of one of the kinds in the header. Other kinds are bugs of the plugin.
    pub fn new(kind: i32, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// Creates a failure for a wrong argument.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(kinds::INVALID, message)
    }

    /// Creates a failure of a device.
    pub fn device(message: impl Into<String>) -> Self {
        Self::new(kinds::DEVICE, message)
    }

    /// Creates a failure for missing memory.
    pub fn out_of_memory(message: impl Into<String>) -> Self {
        Self::new(kinds::MEMORY, message)
    }

    /// Creates a failure for a value of the plugin that the interface does not permit.
    pub fn breach(message: impl Into<String>) -> Self {
        Self::new(0, message)
    }

    /// Returns true if there was not enough memory.
    pub fn is_out_of_memory(&self) -> bool {
        self.kind == kinds::MEMORY
    }

    /// Returns the message without the kind.
    pub fn into_message(self) -> String {
        self.message
    }

    /// Converts the failure to an error of a platform.
    pub fn into_error(self, platform: &str) -> Error {
        let Self { kind, message } = self;
        match kind {
            kinds::PROGRAM => Error::Program(message),
            kinds::INVALID => Error::Invalid(message),
            kinds::UNSUPPORTED => Error::unsupported(platform, message),
            kinds::MEMORY | kinds::DEVICE => {
                Error::Device { platform: platform.to_owned(), message }
            }
            _ => Error::Plugin { plugin: platform.to_owned(), message },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_say_who_can_mend_the_error() {
        let of = |kind| {
            let error = Failure::new(kind, "no way").into_error("p");
            format!("{:?}: {error}", error.kind())
        };
        assert_eq!(of(1), "User: no way");
        assert_eq!(of(2), "User: no way");
        assert_eq!(of(3), "Unsupported: platform `p` does not support no way");
        assert_eq!(of(4), "Resource: platform `p`: no way");
        assert_eq!(of(5), "Resource: platform `p`: no way");
        for bug in [0, 6, 7, -1] {
            assert_eq!(of(bug), "Plugin: plugin `p`: no way");
        }
        let text = include_str!("../../include/hloom_plugin.h");
        for (name, number) in [
            ("PROGRAM", kinds::PROGRAM),
            ("INVALID", kinds::INVALID),
            ("UNSUPPORTED", kinds::UNSUPPORTED),
            ("MEMORY", kinds::MEMORY),
            ("DEVICE", kinds::DEVICE),
        ] {
            assert!(text.contains(&format!("  HLOOM_PLUGIN_ERROR_{name} = {number},\n")), "{name}");
        }
    }
}
