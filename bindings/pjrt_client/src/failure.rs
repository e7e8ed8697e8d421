// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of the failures of a plugin to errors of the compiler's interface.

use hloom_compiler::Error;
use hloom_run::pjrt::Failure;
use std::path::Path;

/// Conversions of a plugin's failure to an error.
pub trait IntoError {
    /// Converts the failure to an error that says why the plugin in the file `path` cannot be used.
    fn of_file(&self, path: &Path) -> Error;

    /// Converts the failure of a transfer or of a run to an error of the platform.
    fn of_platform(self, platform: &str) -> Error;

    /// Converts the failure of a compilation to an error about the program. If the message already
    /// contains located diagnostics, the error consists of the message alone.
    fn of_program(self, platform: &str, program: &str) -> Error;
}

impl IntoError for Failure {
    fn of_file(&self, path: &Path) -> Error {
        Error::file(path, self)
    }

    fn of_platform(self, platform: &str) -> Error {
        if self.is_unimplemented() {
            return Error::unsupported(platform, self.message());
        }
        match self.code() {
            Some(_) => Error::Device { platform: platform.to_owned(), message: self.to_string() },
            None => Error::Plugin { plugin: platform.to_owned(), message: self.to_string() },
        }
    }

    fn of_program(self, platform: &str, program: &str) -> Error {
        if self.code().is_some() && self.message().lines().any(|line| line.contains(": error: ")) {
            return Error::Program(self.message().to_owned());
        }
        if self.code().is_none() || self.is_unimplemented() {
            return self.of_platform(platform);
        }
        Error::Program(format!("{program}: error: platform `{platform}`: {self}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_who_can_mend_them() {
        let of = |code| Failure::of_plugin("ClientCompile", code, "no way".into());
        let kind = |error: Error| format!("{:?}: {error}", error.kind());
        assert_eq!(
            kind(of(12).of_program("p", "a.mlir")),
            "Unsupported: platform `p` does not support no way"
        );
        assert_eq!(
            kind(of(3).of_program("p", "a.mlir")),
            "User: a.mlir: error: platform `p`: INVALID_ARGUMENT (ClientCompile): no way"
        );
        assert_eq!(
            kind(of(99).of_platform("p")),
            "Resource: platform `p`: status 99 (ClientCompile): no way"
        );
        let located = Failure::of_plugin("ClientCompile", 3, "a.mlir:1:2: error: no".into());
        assert_eq!(kind(located.of_program("p", "a.mlir")), "User: a.mlir:1:2: error: no");
        let breach = Failure::breach("BufferDimensions", "two of three").of_program("p", "a");
        let said = "plugin `p`: breaks the contract of BufferDimensions: two of three";
        assert_eq!(kind(breach), format!("Plugin: {said}"));
    }
}
