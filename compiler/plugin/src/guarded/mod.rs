// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Wrappers for every trait of the interface that turn panics into errors.
//!
//! A plugin and the tool each have a copy of the Rust standard library, and only the copy that
//! raises a panic can catch it. So both sides guard an object that crosses the boundary. The side
//! that implements the object catches the panics of its methods. The side that uses the object
//! catches the panics of the callbacks that it passes. Methods that cannot return an error are
//! called once, when the wrapper is created, and their results are cached.
//!
//! A wrapper forwards every method, including the provided methods of the trait: a provided method
//! would hide the method of the object. The lint `missing_trait_methods` finds methods that are not
//! forwarded.

#![deny(clippy::missing_trait_methods)]

mod compiler;
mod executable;
mod guard;
mod pipeline;
mod platform;
mod stream;
mod stream_executor;
mod threads;
mod transfer_manager;

pub use guard::Guard;
pub use platform::all_platforms;

use crate::registrar::Added;
use guard::Guarded;
use hloom_compiler::{Error, Literal};
use hloom_evaluator::custom_call::{CustomCall, Handler};
use std::sync::Arc;

/// Guards all objects that a plugin adds.
///
/// # Errors
/// Fails if an object panics when its properties are queried.
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
