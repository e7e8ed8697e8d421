// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The memory of a device that no buffer uses.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The addresses of memory that no buffer uses, by size.
#[derive(Debug, Default)]
pub struct Pool {
    addresses: Mutex<HashMap<usize, Vec<u64>>>,
}

impl Pool {
    /// Returns the addresses, by the size of the allocation.
    pub fn addresses(&self) -> MutexGuard<'_, HashMap<usize, Vec<u64>>> {
        // A panic cannot leave the lists inconsistent, so a poisoned lock is usable.
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
