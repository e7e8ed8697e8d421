// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A registry of platforms by name.

use super::Platform;
use crate::Error;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A registry: a set of platforms with unique names.
#[derive(Default)]
pub struct Registry {
    platforms: Mutex<Vec<Arc<dyn Platform>>>,
}

impl Registry {
    /// Creates an empty registry, independent of the process's registry, for tests and embedders.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the registry of the process.
    pub fn global() -> &'static Self {
        static REGISTRY: OnceLock<Registry> = OnceLock::new();
        REGISTRY.get_or_init(Self::default)
    }

    /// Adds a platform.
    ///
    /// # Errors
    /// Fails if a platform with the same name is already registered.
    pub fn register(&self, platform: Arc<dyn Platform>) -> Result<(), Error> {
        let mut platforms = self.lock();
        if platforms.iter().any(|known| known.name() == platform.name()) {
            return Err(Error::DuplicatePlatform(platform.name().to_owned()));
        }
        platforms.push(platform);
        platforms.sort_by(|one, other| one.name().cmp(other.name()));
        Ok(())
    }

    /// Returns the platform called `name`.
    ///
    /// # Errors
    /// Fails if there is no such platform; the error lists the known platforms.
    pub fn platform(&self, name: &str) -> Result<Arc<dyn Platform>, Error> {
        let platforms = self.lock();
        platforms.iter().find(|known| known.name() == name).cloned().ok_or_else(|| {
            let known: Vec<_> = platforms.iter().map(|known| known.name()).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Error::UnknownPlatform { name: name.to_owned(), known }
        })
    }

    /// Returns all platforms, sorted by name.
    pub fn platforms(&self) -> Vec<Arc<dyn Platform>> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<dyn Platform>>> {
        // The vector is valid even if another thread panicked while it held the lock.
        self.platforms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds a platform to the process's registry.
///
/// # Errors
/// Fails if a platform with the same name is already registered.
pub fn register_platform(platform: Arc<dyn Platform>) -> Result<(), Error> {
    Registry::global().register(platform)
}

/// Returns the platform called `name` from the process's registry.
///
/// # Errors
/// Fails if there is no such platform; the error lists the known platforms.
pub fn platform(name: &str) -> Result<Arc<dyn Platform>, Error> {
    Registry::global().platform(name)
}
