// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Objects that no panic leaves: each trait of the interface, around another object of it.
//!
//! A panic is only ever caught by the copy of Rust's library that it is of. So what crosses
//! from one side to the other is guarded by both: the side that it is of catches the panics of
//! its calls, the side that uses it those of the functions that it hands over. What cannot fail
//! by its type is asked for once, when the object is made.

mod compiler;
mod executable;
mod pipeline;
mod platform;
mod stream;
mod stream_executor;
mod threads;
mod transfer_manager;

pub use platform::all_platforms;

use crate::panics;
use crate::registrar::Added;
use hloom_compiler::{Error, Literal};
use hloom_evaluator::custom_call::{CustomCall, Handler};
use std::fmt::{self, Debug};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// Whose panics are caught, and who is told of those that cannot be returned.
#[derive(Clone, Copy)]
pub struct Guard {
    plugin: &'static str,
    report: fn(Error),
}

impl Guard {
    /// A guard of a plugin.
    pub fn new(plugin: &'static str, report: fn(Error)) -> Self {
        Self { plugin, report }
    }

    /// Calls what may fail; a panic is a failure.
    ///
    /// # Errors
    /// What it fails with, and how it panics.
    pub fn call<T>(
        &self,
        what: &str,
        function: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Error> {
        panics::catch(function).unwrap_or_else(|panic| Err(self.failure(what, &panic)))
    }

    /// Calls what cannot fail.
    ///
    /// # Errors
    /// How it panics.
    pub fn ask<T>(&self, what: &str, function: impl FnOnce() -> T) -> Result<T, Error> {
        self.call(what, || Ok(function()))
    }

    /// Calls what cannot fail and cannot say so; a panic is reported.
    pub fn tell<T>(&self, what: &str, otherwise: T, function: impl FnOnce() -> T) -> T {
        self.ask(what, function).unwrap_or_else(|error| {
            (self.report)(error);
            otherwise
        })
    }

    fn failure(&self, what: &str, panic: &str) -> Error {
        let message = format!("a panic in `{what}`: {panic}");
        Error::Plugin { plugin: self.plugin.to_owned(), message }
    }
}

/// An object whose end is guarded, too.
pub struct Guarded<T> {
    guard: Guard,
    /// Something until the end.
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
        self.inner.as_ref().expect("it has not ended")
    }
}

impl<T> DerefMut for Guarded<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inner.as_mut().expect("it has not ended")
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

/// Guards everything that a plugin adds.
///
/// # Errors
/// If an object panics when it is asked what it is.
pub fn all(guard: &Guard, added: Added) -> Result<Added, Error> {
    let Added { platforms, pipelines, passes, dialects, custom_calls } = added;
    let platforms = all_platforms(guard, platforms)?;
    let pipelines = pipelines.into_iter().map(|inner| pipeline::pipeline(guard, &*inner));
    let custom_calls = custom_calls.into_iter().map(|(name, inner)| {
        let handler = handler(*guard, &name, inner);
        (name, handler)
    });
    Ok(Added {
        platforms,
        pipelines: pipelines.collect::<Result<_, _>>()?,
        passes,
        dialects,
        custom_calls: custom_calls.collect(),
    })
}

fn handler(guard: Guard, name: &str, inner: Arc<Handler>) -> Arc<Handler> {
    let (what, inner) = (format!("custom call {name}"), Guarded::new(guard, inner));
    Arc::new(move |call: &CustomCall, operands: &[Literal]| {
        let outcome = guard.ask(&what, || inner(call, operands));
        outcome.unwrap_or_else(|error| Err(hloom_evaluator::Error::invalid(error)))
    })
}
