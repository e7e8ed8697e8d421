// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that are being received into memory.

use super::announced::Parts;
use super::deliveries::Arriving;
use super::ffi::Library;
use super::scope::Scope;
use super::session::Session;
use super::sizes::{PART_BYTES, WINDOW};
use crate::messages::Message;
use hloom_evaluator::Error;
use std::collections::VecDeque;
use std::slice::ChunksMut;

/// A message that is being received into memory.
pub struct Receiving<'b, L: Library> {
    pub from: usize,
    how: How<'b, L>,
}

enum How<'b, L: Library> {
    /// The library stores the parts in the memory.
    Direct {
        /// The number of the next part.
        number: u64,
        parts: ChunksMut<'b, u8>,
        /// The indices of the requests in their scope.
        active: VecDeque<usize>,
        /// The payload, of which the parts that are left when this object is dropped are ignored.
        payload: Parts<L>,
    },
    /// The parts are copied to the memory.
    Copied { parts: Parts<L>, memory: Memory<'b> },
}

impl<'b, L: Library> Receiving<'b, L> {
    /// Begins to fill memory of the size of a message. Returns `None` if the message was whole.
    pub fn begin(message: Message<Arriving<L>>, memory: Vec<&'b mut [u8]>) -> Option<Self> {
        let mut memory = Memory(memory.into_iter().filter(|part| !part.is_empty()).collect());
        let message = match message {
            Message::Whole(bytes) => {
                memory.append(&bytes);
                return None;
            }
            Message::Arriving(message) => message,
        };
        let (from, first) = (message.from, message.first);
        let (head, parts) = message.take();
        memory.append(&head);
        let how = match memory.0.len() {
            1 if head.is_empty() && parts.is_untouched() => How::Direct {
                number: first,
                parts: memory.0.pop_front().unwrap_or_default().chunks_mut(PART_BYTES),
                active: VecDeque::new(),
                payload: parts,
            },
            _ => How::Copied { parts, memory },
        };
        Some(Self { from, how })
    }

    /// Receives parts without waiting. Returns true if something was received.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn advance(
        &mut self,
        scope: &mut Scope<'b, '_, L>,
        session: &mut Session<L>,
    ) -> Result<bool, Error> {
        let mut has_moved = false;
        match &mut self.how {
            How::Direct { number, parts, active, .. } => loop {
                while active.len() < WINDOW
                    && let Some(part) = parts.next()
                {
                    active.push_back(scope.receive(session, self.from, *number, part)?);
                    *number += 1;
                }
                match active.front() {
                    Some(first) if scope.is_complete(session, *first)? => active.pop_front(),
                    _ => return Ok(has_moved),
                };
                has_moved = true;
            },
            How::Copied { parts, memory } => {
                while let Some(part) = parts.next(session)? {
                    memory.append(&part);
                    has_moved = true;
                }
                Ok(has_moved)
            }
        }
    }

    /// Returns true if all parts were received.
    pub fn is_done(&self) -> bool {
        match &self.how {
            How::Direct { parts, active, .. } => active.is_empty() && parts.len() == 0,
            How::Copied { parts, .. } => parts.is_done(),
        }
    }
}

impl<L: Library> Drop for Receiving<'_, L> {
    fn drop(&mut self) {
        if let How::Direct { number, parts, payload, .. } = &mut self.how {
            let rest = parts.by_ref().map(|part| part.len()).sum();
            *payload = payload.rest_from(*number, rest);
        }
    }
}

/// Memory that is filled from its beginning.
struct Memory<'b>(VecDeque<&'b mut [u8]>);

impl Memory<'_> {
    /// Fills the next bytes. Those that have no place are ignored.
    fn append(&mut self, mut bytes: &[u8]) {
        while let Some(part) = self.0.pop_front() {
            let count = part.len().min(bytes.len());
            let (filled, left) = part.split_at_mut(count);
            let (taken, rest) = bytes.split_at(count);
            filled.copy_from_slice(taken);
            bytes = rest;
            if !left.is_empty() {
                self.0.push_front(left);
                return;
            }
        }
    }
}
