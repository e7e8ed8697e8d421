// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The pool of a device's memory that no buffer uses.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The device addresses of allocations that no buffer uses, by the size of the allocation in bytes.
#[derive(Debug, Default)]
pub struct Pool {
    addresses: Mutex<HashMap<usize, Vec<u64>>>,
}

impl Pool {
    /// Locks the pool and returns its addresses, by the size of the allocation in bytes.
    pub fn addresses(&self) -> MutexGuard<'_, HashMap<usize, Vec<u64>>> {
        // A panic cannot leave the lists inconsistent, so a poisoned lock is usable.
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
