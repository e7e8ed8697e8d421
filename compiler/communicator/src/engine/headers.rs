// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The queue of messages with headers that a message-passing library is receiving.

use std::collections::VecDeque;

/// Messages with headers that a library is receiving, in the order of their arrival. If this object
/// is dropped, the memory of messages that are not complete is never freed.
pub struct Headers<R>(VecDeque<(usize, R, Vec<u8>)>);

impl<R> Default for Headers<R> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<R> Headers<R> {
    /// Adds a message of process `from`, which the library receives into `memory` by `request`.
    pub fn push(&mut self, from: usize, request: R, memory: Vec<u8>) {
        self.0.push_back((from, request, memory));
    }

    /// Removes the first message if it is complete, and returns the number of its sender and its
    /// bytes.
    ///
    /// # Errors
    /// Fails with the error of `is_complete`.
    pub fn next(
        &mut self,
        is_complete: impl FnOnce(&mut R) -> Result<bool, String>,
    ) -> Result<Option<(usize, Vec<u8>)>, String> {
        let Some((_, request, _)) = self.0.front_mut() else { return Ok(None) };
        if !is_complete(request)? {
            return Ok(None);
        }
        Ok(self.0.pop_front().map(|(from, _, memory)| (from, memory)))
    }

    /// Returns true if no message is being received.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<R> Drop for Headers<R> {
    fn drop(&mut self) {
        self.0.drain(..).for_each(std::mem::forget);
    }
}
