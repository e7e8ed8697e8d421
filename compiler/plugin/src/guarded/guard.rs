// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls across the boundary between a plugin and the tool, whose panics become errors.
//!
//! A [`Guard`] makes the calls. A [`Guarded`] owns an object of the other side and guards its drop.

use crate::panics;
use hloom_compiler::Error;
use std::fmt::{self, Debug};
use std::ops::{Deref, DerefMut};

/// The name of the plugin, for error messages about panics, and the callback for errors that cannot
/// be returned.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    plugin: &'static str,
    report: fn(Error),
}

impl Guard {
    /// Creates a guard that reports the panics of a plugin.
    pub fn new(plugin: &'static str, report: fn(Error)) -> Self {
        Self { plugin, report }
    }

    /// Calls a function that returns a `Result`, and turns a panic into an error.
    ///
    /// # Errors
    /// Returns the error of the function, or [`Error::Plugin`] if it panics.
    pub fn call<T>(
        &self,
        what: &str,
        function: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        panics::catch(function)
            .unwrap_or_else(|panic| Err(self.error(format!("a panic in `{what}`: {panic}"))))
    }

    /// Calls a function that cannot fail, and turns a panic into an error.
    ///
    /// # Errors
    /// Returns [`Error::Plugin`] if the function panics.
    pub fn ask<T>(&self, what: &str, function: impl FnOnce() -> T) -> Result<T, Error> {
        self.call(what, || Ok(function()))
    }

    /// Calls a function for a caller that cannot return an error. If it panics, reports the panic
    /// and returns `otherwise`.
    pub fn tell<T>(&self, what: &str, otherwise: T, function: impl FnOnce() -> T) -> T {
        self.report_failure(self.ask(what, function)).unwrap_or(otherwise)
    }

    /// Returns the value of an outcome. If the outcome is an error, which the caller cannot return,
    /// reports the error and returns `None`.
    pub fn report_failure<T>(&self, outcome: Result<T, Error>) -> Option<T> {
        outcome.map_err(self.report).ok()
    }

    /// Creates an [`Error::Plugin`] that names the plugin.
    pub fn error(&self, message: String) -> Error {
        Error::Plugin { plugin: self.plugin.to_owned(), message }
    }
}

/// An object from the other side of the plugin boundary; a panic while it is dropped is caught.
pub struct Guarded<T> {
    guard: Guard,
    /// The guarded object; `None` only while this wrapper is dropped.
    inner: Option<T>,
}

impl<T> Guarded<T> {
    pub fn new(guard: Guard, inner: T) -> Self {
        Self { guard, inner: Some(inner) }
    }
}

impl<T> Deref for Guarded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inner.as_ref().expect("the guarded object must exist until it is dropped")
    }
}

impl<T> DerefMut for Guarded<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect("the guarded object must exist until it is dropped")
    }
}

impl<T> Drop for Guarded<T> {
    fn drop(&mut self) {
        let inner = self.inner.take();
        self.guard.tell("drop", (), || drop(inner));
    }
}

impl<T> Debug for Guarded<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "an object of plugin `{}`", self.guard.plugin)
    }
}
