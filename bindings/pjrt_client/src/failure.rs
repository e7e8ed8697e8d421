// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The failure of a call of a plugin's function.

use hloom_compiler::Error;
use std::path::Path;

/// `absl::StatusCode::kUnimplemented`.
const UNIMPLEMENTED: i32 = 12;

/// The Abseil status codes by number.
const CODES: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// The reason why a call of a plugin's function failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The name of the called function in the plugin's function table; empty if no function was
    /// called.
    function: String,
    /// The status code of the error; `None` if the plugin broke the contract of the function.
    code: Option<i32>,
    message: String,
}

impl Failure {
    /// Creates the failure for an error that the plugin returned.
    pub fn of_plugin(function: &str, code: i32, message: String) -> Self {
        Self { function: function.to_owned(), code: Some(code), message }
    }

    /// Creates the failure for a function that is missing in the plugin's table.
    pub fn missing(function: &str) -> Self {
        let message = "the plugin does not have this function".to_owned();
        Self { function: function.to_owned(), code: Some(UNIMPLEMENTED), message }
    }

    /// Creates the failure for a value that the interface of PJRT cannot represent.
    pub fn unsupported(message: String) -> Self {
        Self { function: String::new(), code: Some(UNIMPLEMENTED), message }
    }

    /// Creates the failure for a returned value that the interface does not permit.
    pub fn breach(function: &str, message: impl Into<String>) -> Self {
        Self { function: function.to_owned(), code: None, message: message.into() }
    }

    /// Returns the status code by name, and the message.
    fn text(&self) -> String {
        let Self { function, code, message } = self;
        let name = code.map(|code| {
            let known = usize::try_from(code).ok().and_then(|code| CODES.get(code));
            known.map_or_else(|| format!("status {code}"), |name| (*name).to_owned())
        });
        match name {
            Some(name) => format!("{name} ({function}): {message}"),
            None => format!("breaks the contract of {function}: {message}"),
        }
    }

    /// Converts the failure to an error that says why the plugin in the file `path` cannot be used.
    pub fn of_file(&self, path: &Path) -> Error {
        Error::file(path, self.text())
    }

    /// Converts the failure of a transfer or a run to an error.
    pub fn of_platform(self, platform: &str) -> Error {
        match self.code {
            Some(UNIMPLEMENTED) => Error::unsupported(platform, self.message),
            Some(_) => Error::Device { platform: platform.to_owned(), message: self.text() },
            None => Error::Plugin { plugin: platform.to_owned(), message: self.text() },
        }
    }

    /// Converts the failure of a compilation to an error. Keeps a message with located diagnostics
    /// unchanged.
    pub fn of_program(self, platform: &str, program: &str) -> Error {
        match self.code {
            Some(_) if self.message.lines().any(|line| line.contains(": error: ")) => {
                Error::Program(self.message)
            }
            Some(code) if code != UNIMPLEMENTED => {
                let text = self.text();
                Error::Program(format!("{program}: error: platform `{platform}`: {text}"))
            }
            _ => self.of_platform(platform),
        }
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
