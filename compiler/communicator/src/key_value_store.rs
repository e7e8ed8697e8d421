// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Stores through which processes find each other.

use hloom_evaluator::Error;
use std::time::Duration;

/// A store that all processes share. Each key is written only once.
pub trait KeyValueStore {
    /// Adds a key with its value.
    ///
    /// # Errors
    /// Fails if the key already exists, or if the store cannot be reached.
    fn put(&self, key: &str, value: &[u8]) -> Result<(), Error>;

    /// Waits until a key exists, and returns its value.
    ///
    /// # Errors
    /// Fails if the key does not exist when the time has elapsed, or if the store cannot be
    /// reached.
    fn get(&self, key: &str, timeout: Duration) -> Result<Vec<u8>, Error>;
}
