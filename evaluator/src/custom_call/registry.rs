// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Registries of the functions that custom calls can call.

use super::call::CustomCall;
use crate::{Error, Literal};
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// A function that custom calls can call. It maps operands to results. Tuples in both are
/// flattened.
pub type Handler = dyn Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, Error> + Send + Sync;

/// Maximum number of names that an error message lists.
const MOST_NAMES: usize = 24;

/// Functions by the names under which custom calls find them.
#[derive(Clone, Default)]
pub struct CustomCallRegistry {
    handlers: BTreeMap<String, Arc<Handler>>,
}

impl CustomCallRegistry {
    /// Registers a function. Replaces an earlier function of the same name.
    pub fn register<F>(&mut self, name: &str, handler: F)
    where
        F: Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, Error> + Send + Sync + 'static,
    {
        self.handlers.insert(name.to_owned(), Arc::new(handler));
    }

    /// Returns the registered names, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.handlers.keys().map(String::as_str)
    }

    /// Calls the function that `call` names. Does not check the results against the declared
    /// types.
    ///
    /// # Errors
    /// Fails if no function is registered under the name, or if the function itself fails.
    pub fn call(&self, call: &CustomCall, operands: &[Literal]) -> Result<Vec<Literal>, Error> {
        self.find(&call.target)?(call, operands)
    }

    /// Returns the function of the given name.
    ///
    /// # Errors
    /// Fails if no function is registered under the name.
    pub fn find(&self, target: &str) -> Result<&Handler, Error> {
        self.handlers.get(target).map(|handler| &**handler).ok_or_else(|| {
            let mut known: Vec<_> = self.names().map(|name| format!("`{name}`")).collect();
            let others = known.len().saturating_sub(MOST_NAMES);
            known.truncate(MOST_NAMES);
            let more = if others > 0 { format!(" and {others} more") } else { String::new() };
            let known = known.join(", ");
            Error::invalid(format!(
                "custom call target `{target}` is not registered; registered: {known}{more}"
            ))
        })
    }
}

impl Debug for CustomCallRegistry {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_set().entries(self.names()).finish()
    }
}
