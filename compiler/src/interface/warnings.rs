// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The warnings of compilations.

use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, PoisonError};

/// A callback that receives each warning of a compilation, in the form `file:line:column: warning:
/// message`.
#[derive(Clone)]
pub struct WarningHandler(Arc<dyn Fn(&str) + Send + Sync>);

impl WarningHandler {
    /// Wraps a function that receives warnings.
    pub fn new(function: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(function))
    }

    /// Passes a warning to the wrapped function.
    pub fn warn(&self, message: &str) {
        (self.0)(message);
    }
}

impl Debug for WarningHandler {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_struct("WarningHandler").finish_non_exhaustive()
    }
}

impl PartialEq for WarningHandler {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for WarningHandler {}

/// The warnings of a compilation, which any of its threads may add.
#[derive(Clone, Default)]
pub struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    /// Returns a handler that adds warnings.
    pub fn handler(&self) -> WarningHandler {
        let warnings = Arc::clone(&self.0);
        WarningHandler::new(move |message| {
            warnings.lock().unwrap_or_else(PoisonError::into_inner).push(message.to_owned());
        })
    }

    /// Removes and returns the warnings.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
