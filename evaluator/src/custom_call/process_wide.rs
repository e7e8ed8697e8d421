// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The registry of an operating-system process, which new hosts copy.

use super::call::CustomCall;
use super::registry::CustomCallRegistry;
use crate::{Error, Literal};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

impl CustomCallRegistry {
    /// Returns a copy of the registry of this operating-system process. It contains the built-in
    /// functions, and the functions passed to [`register_process_wide`] so far.
    pub fn process_wide() -> Self {
        global().clone()
    }
}

/// Registers a function for every [`Host`](crate::Host) created from now on.
pub fn register_process_wide<F>(name: &str, handler: F)
where
    F: Fn(&CustomCall, &[Literal]) -> Result<Vec<Literal>, Error> + Send + Sync + 'static,
{
    global().register(name, handler);
}

/// A handle to the registry of the operating-system process. Copies of this crate in one process
/// share a registry if one [adopts](SharedRegistry::adopt) the handle of the other.
#[derive(Clone, Copy)]
pub struct SharedRegistry(&'static Mutex<CustomCallRegistry>);

static REGISTRY: OnceLock<SharedRegistry> = OnceLock::new();

impl SharedRegistry {
    /// Returns the registry that this copy of the crate uses.
    pub fn of_process() -> Self {
        *REGISTRY
            .get_or_init(|| Self(Box::leak(Box::new(Mutex::new(CustomCallRegistry::built_in())))))
    }

    /// Replaces the registry of this copy of the crate by the registry of another copy. Call this
    /// function before anything else uses the registry; it has no effect afterwards.
    pub fn adopt(self) {
        // A registry that is already in use stays.
        let _ = REGISTRY.set(self);
    }
}

fn global() -> MutexGuard<'static, CustomCallRegistry> {
    SharedRegistry::of_process().0.lock().unwrap_or_else(PoisonError::into_inner)
}
