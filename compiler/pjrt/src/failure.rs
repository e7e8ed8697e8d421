// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What calls fail with, and errors as objects of the interface.

use crate::c_api::structs::{ErrorDestroy, ErrorForEachPayload, ErrorGetCode, ErrorMessage};
use crate::c_api::values::{Handle, Text};
use hloom_compiler::ErrorKind;
use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Abseil's codes of status, those that we use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Code {
    InvalidArgument = 3,
    NotFound = 5,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Unimplemented = 12,
    Internal = 13,
}

/// A call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The code of status.
    pub code: i32,
    /// What went wrong, for people.
    pub message: String,
}

impl Failure {
    /// A failure of a code.
    pub fn new(code: Code, message: impl Display) -> Self {
        Self { code: code as i32, message: message.to_string() }
    }

    /// Wrong arguments.
    pub fn invalid(message: impl Display) -> Self {
        Self::new(Code::InvalidArgument, message)
    }

    /// What hloom cannot do.
    pub fn unimplemented(message: impl Display) -> Self {
        Self::new(Code::Unimplemented, message)
    }

    /// A bug of ours.
    fn of_panic(function: &str, panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        Self::new(Code::Internal, format!("internal error in {function}: {text}; please report it"))
    }

    /// What a function gives; a panic in it is a failure.
    ///
    /// # Errors
    /// What it fails with.
    pub fn catching<T>(name: &str, function: impl FnOnce() -> Result<T, Self>) -> Result<T, Self> {
        catch_unwind(AssertUnwindSafe(function))
            .unwrap_or_else(|panic| Err(Self::of_panic(name, &*panic)))
    }

    /// An object for the caller.
    pub fn into_handle(self) -> Handle<Error> {
        Handle::give(Error::of(self))
    }
}

impl From<hloom_compiler::Error> for Failure {
    fn from(error: hloom_compiler::Error) -> Self {
        let code = match (&error, error.kind()) {
            (hloom_compiler::Error::OutOfMemory { .. }, _) => Code::ResourceExhausted,
            (_, ErrorKind::User) => Code::InvalidArgument,
            (_, ErrorKind::Unsupported) => Code::Unimplemented,
            (_, ErrorKind::Resource) => Code::FailedPrecondition,
            (_, ErrorKind::Plugin | ErrorKind::Internal) => Code::Internal,
        };
        Self::new(code, error)
    }
}

pub use crate::c_api::objects::Error;

pub fn destroy(arguments: &mut ErrorDestroy) -> Result<(), Failure> {
    arguments.error.take();
    Ok(())
}

pub fn message(arguments: &mut ErrorMessage) -> Result<(), Failure> {
    arguments.message = Text::of(&arguments.error.get()?.failure.message);
    Ok(())
}

pub fn get_code(arguments: &mut ErrorGetCode) -> Result<(), Failure> {
    arguments.code = arguments.error.get()?.failure.code;
    Ok(())
}

/// There is never more to be known.
pub fn for_each_payload(_: &mut ErrorForEachPayload) -> Result<(), Failure> {
    Ok(())
}
