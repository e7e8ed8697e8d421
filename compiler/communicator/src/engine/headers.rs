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

    /// Removes the first message that is complete, and returns the number of its sender and its
    /// bytes. A message only waits for earlier messages of the same process: those of a process that
    /// was lost may never be complete.
    ///
    /// # Errors
    /// Fails with the error of `is_complete`.
    pub fn next(
        &mut self,
        mut is_complete: impl FnMut(&mut R) -> Result<bool, String>,
    ) -> Result<Option<(usize, Vec<u8>)>, String> {
        let mut waiting = Vec::new();
        for index in 0..self.0.len() {
            let (from, request, _) = &mut self.0[index];
            if waiting.contains(from) {
                continue;
            }
            if is_complete(request)? {
                return Ok(self.0.remove(index).map(|(from, _, memory)| (from, memory)));
            }
            waiting.push(*from);
        }
        Ok(None)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_wait_for_earlier_ones_of_the_same_process() {
        let mut headers = Headers::default();
        for (from, request) in [(1, 10), (2, 20), (1, 11), (2, 21)] {
            headers.push(from, request, vec![request]);
        }
        let mut next = |complete: &[u8]| {
            headers.next(|request| Ok(complete.contains(request))).expect("no error")
        };
        assert_eq!(next(&[11, 20]), Some((2, vec![20])));
        assert_eq!(next(&[11]), None);
        assert_eq!(next(&[11, 21]), Some((2, vec![21])));
        assert_eq!(next(&[10, 11]), Some((1, vec![10])));
        assert_eq!(next(&[11]), Some((1, vec![11])));
        assert!(headers.is_empty());
    }
}
