// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Stores through which processes find each other.

use hloom_evaluator::Error;
use std::time::Duration;

/// A store that all processes share. A key is put once.
pub trait KeyValueStore {
    /// Adds a key with its value.
    ///
    /// # Errors
    /// Fails if the key is there already, or if the store cannot be reached.
    fn put(&self, key: &str, value: &[u8]) -> Result<(), Error>;

    /// Waits until a key is there, and returns its value.
    ///
    /// # Errors
    /// Fails if the key is not there after the time, or if the store cannot be reached.
    fn get(&self, key: &str, timeout: Duration) -> Result<Vec<u8>, Error>;
}
