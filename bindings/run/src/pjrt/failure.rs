// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The failure of a call of a function in a plugin's function table.

use std::fmt;

/// The status code `absl::StatusCode::kUnimplemented`.
const UNIMPLEMENTED: i32 = 12;

/// The names of the Abseil status codes, by the number of the code.
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
    /// The Abseil status code of the error; `None` if the plugin broke the contract of the
    /// function.
    code: Option<i32>,
    message: String,
}

impl Failure {
    /// Creates the failure for an error that the plugin returned.
    pub fn of_plugin(function: &str, code: i32, message: String) -> Self {
        Self { function: function.to_owned(), code: Some(code), message }
    }

    /// Creates the failure for a function that a plugin's function table lacks.
    pub fn missing(function: &str) -> Self {
        let message = "the plugin's function table lacks this function".to_owned();
        Self { function: function.to_owned(), code: Some(UNIMPLEMENTED), message }
    }

    /// Creates the failure for a value that PJRT's interface cannot represent.
    pub fn unsupported(message: String) -> Self {
        Self { function: String::new(), code: Some(UNIMPLEMENTED), message }
    }

    /// Creates the failure for a function that returned a value that PJRT's interface does not
    /// permit.
    pub fn breach(function: &str, message: impl Into<String>) -> Self {
        Self { function: function.to_owned(), code: None, message: message.into() }
    }

    /// Returns the Abseil status code of the error; `None` if the plugin broke the contract of a
    /// function.
    pub fn code(&self) -> Option<i32> {
        self.code
    }

    /// Returns true if the call failed because the plugin does not support it.
    pub fn is_unimplemented(&self) -> bool {
        self.code == Some(UNIMPLEMENTED)
    }

    /// Returns the message without the status code.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Failure {
    /// Displays the name of the status code, the name of the function, and the message.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, code, message } = self;
        match code {
            Some(code) => {
                let known = usize::try_from(*code).ok().and_then(|code| CODES.get(code));
                let name = known.map_or_else(|| format!("status {code}"), |it| (*it).to_owned());
                let place = if function.is_empty() { "" } else { &format!(" ({function})") };
                write!(formatter, "{name}{place}: {message}")
            }
            None => write!(formatter, "breaks the contract of {function}: {message}"),
        }
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_name_the_status_and_the_function() {
        let text = |failure: Failure| failure.to_string();
        assert_eq!(
            text(Failure::of_plugin("ClientCompile", 3, "no way".to_owned())),
            "INVALID_ARGUMENT (ClientCompile): no way"
        );
        assert_eq!(text(Failure::of_plugin("f", 99, "no".to_owned())), "status 99 (f): no");
        let breach = Failure::breach("BufferDimensions", "two of three");
        assert_eq!(text(breach), "breaks the contract of BufferDimensions: two of three");
        assert!(Failure::missing("f").is_unimplemented());
        assert_eq!(text(Failure::unsupported("no".to_owned())), "UNIMPLEMENTED: no");
    }
}
