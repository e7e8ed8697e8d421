// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The failure of a call.
//!
//! [`Failure`] is the error type of this crate: an Abseil status code and a message. At the C
//! interface a failure becomes an [`Error`](crate::c_api::error::Error) object that the caller owns
//! and destroys. Panics must not cross the C interface, so [`Failure::catching`] converts them to
//! internal errors.

use hloom_compiler::ErrorKind;
use hloom_dialects::panic_message;
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The Abseil status codes that this crate uses (`absl::StatusCode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    InvalidArgument = 3,
    NotFound = 5,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
}

/// The reason why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The Abseil status code. It is a plain number, because a code that a caller passed in may lie
    /// outside [`Code`].
    pub code: i32,
    /// The message for the user.
    pub message: String,
}

impl Failure {
    /// Creates a failure with a status code.
    pub fn new(code: Code, message: impl Display) -> Self {
        Self { code: code as i32, message: message.to_string() }
    }

    /// Creates a failure for wrong arguments.
    pub fn invalid(message: impl Display) -> Self {
        Self::new(Code::InvalidArgument, message)
    }

    /// Creates a failure for a feature that hloom lacks.
    pub fn unimplemented(message: impl Display) -> Self {
        Self::new(Code::Unimplemented, message)
    }

    /// Creates an internal error from the payload of a panic. A panic is a bug in this project.
    fn of_panic(function: &str, panic: &(dyn Any + Send)) -> Self {
        let text = panic_message(panic);
        Self::new(Code::Internal, format!("internal error in {function}: {text}; please report it"))
    }

    /// Calls a function, and converts a panic in it to a failure. `name` is the name of the
    /// function in the failure's message.
    ///
    /// # Errors
    /// Fails if the function fails or panics.
    pub fn catching<T>(name: &str, function: impl FnOnce() -> Result<T, Self>) -> Result<T, Self> {
        catch_unwind(AssertUnwindSafe(function))
            .unwrap_or_else(|panic| Err(Self::of_panic(name, &*panic)))
    }
}

impl From<hloom_compiler::Error> for Failure {
    fn from(error: hloom_compiler::Error) -> Self {
        let code = match (&error, error.kind()) {
            (hloom_compiler::Error::OutOfMemory { .. }, _) => Code::ResourceExhausted,
            (hloom_compiler::Error::Unavailable(_), _) => Code::Unavailable,
            (_, ErrorKind::User) => Code::InvalidArgument,
            (_, ErrorKind::Unsupported) => Code::Unimplemented,
            (_, ErrorKind::Resource) => Code::FailedPrecondition,
            (_, ErrorKind::Plugin | ErrorKind::Internal) => Code::Internal,
        };
        Self::new(code, error)
    }
}

impl From<hloom_pjrt_c_api::Misuse> for Failure {
    fn from(misuse: hloom_pjrt_c_api::Misuse) -> Self {
        Self::invalid(misuse)
    }
}
