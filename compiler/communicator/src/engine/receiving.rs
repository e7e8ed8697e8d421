// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that are being received into memory.

use super::announced::{Parts, Storage};
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
    parts: Parts<L>,
    to: To<'b>,
}

/// The memory that receives the parts of a message.
enum To<'b> {
    /// A single piece of memory, in which the library stores the parts directly.
    Memory {
        rest: ChunksMut<'b, u8>,
        /// The indices of the requests in progress in their scope, the oldest first.
        active: VecDeque<usize>,
    },
    /// Several pieces of memory, or a message of which some bytes have been received: the parts are
    /// copied.
    Pieces(Pieces<'b>),
}

impl<'b, L: Library> Receiving<'b, L> {
    /// Begins to receive a message into `memory`, whose total size is the size of the message.
    /// Returns `None` if the whole message has arrived and was copied.
    pub fn begin(message: Message<Arriving<L>>, memory: Vec<&'b mut [u8]>) -> Option<Self> {
        let byte_count = message.byte_count();
        let mut pieces = Pieces(memory.into_iter().filter(|piece| !piece.is_empty()).collect());
        let message = match message {
            Message::Whole(bytes) => {
                pieces.append(&bytes);
                return None;
            }
            Message::Arriving(message) => message,
        };
        let Storage { bytes, parts } = message.take();
        let to = if parts.rest() == byte_count && pieces.0.len() == 1 {
            let rest = pieces.0.pop_front().unwrap_or_default().chunks_mut(PART_BYTES);
            To::Memory { rest, active: VecDeque::new() }
        } else {
            pieces.append(&bytes);
            To::Pieces(pieces)
        };
        Some(Self { parts, to })
    }

    /// Returns the number of the process that sends the message.
    pub fn from(&self) -> usize {
        self.parts.from
    }

    /// Receives the parts that have arrived, without waiting for others. Returns true if at least
    /// one part was received.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn advance(
        &mut self,
        scope: &mut Scope<'b, '_, L>,
        session: &mut Session<L>,
    ) -> Result<bool, Error> {
        let mut has_moved = false;
        match &mut self.to {
            To::Memory { rest, active } => loop {
                while active.len() < WINDOW
                    && let Some(part) = rest.next()
                {
                    let number = self.parts.skip(part.len());
                    active.push_back(scope.receive(session, self.parts.from, number, part)?);
                }
                match active.front() {
                    Some(first) if scope.is_complete(session, *first)? => active.pop_front(),
                    _ => return Ok(has_moved),
                };
                has_moved = true;
            },
            To::Pieces(pieces) => {
                while let Some(part) = self.parts.next(session)? {
                    pieces.append(&part);
                    has_moved = true;
                }
                Ok(has_moved)
            }
        }
    }

    /// Returns true if all parts were received.
    pub fn is_done(&self) -> bool {
        let is_active = matches!(&self.to, To::Memory { active, .. } if !active.is_empty());
        self.parts.is_done() && !is_active
    }
}

/// Pieces of memory that are filled one after the other.
struct Pieces<'b>(VecDeque<&'b mut [u8]>);

impl Pieces<'_> {
    /// Copies `bytes` to the next free positions. Bytes that exceed the free memory are ignored.
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
