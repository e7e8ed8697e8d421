// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that are being sent.

use super::ffi::Library;
use super::scope::Scope;
use super::session::Session;
use super::sizes::{INLINE, PART_BYTES, WINDOW};
use super::state::State;
use crate::messages::Kind;
use hloom_evaluator::{Error, Outgoing, Tag};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::slice::Chunks;

/// A message to another process, in one piece of memory.
pub struct Whole<'o> {
    pub to: usize,
    bytes: Cow<'o, [u8]>,
}

impl<'o> Whole<'o> {
    /// Joins the parts of a message. A message of one part is not copied.
    pub fn of(message: &Outgoing<'o>) -> Self {
        let mut parts = message.parts.iter().filter(|part| !part.is_empty());
        let bytes = match (parts.next(), parts.next()) {
            (None, _) => Cow::default(),
            (Some(one), None) => Cow::Borrowed(*one),
            _ => Cow::Owned(message.parts.concat()),
        };
        Self { to: message.process, bytes }
    }

    /// Sends the whole message if it is small, and otherwise its header. Returns the payload of a
    /// large message, which the caller must send.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn begin<L: Library>(
        &self,
        state: &mut State<L>,
        tag: &Tag,
    ) -> Result<Option<Sending<'_>>, Error> {
        let first = state.send(self.to, Kind::Message, tag, &self.bytes)?;
        debug_assert_eq!(first.is_some(), self.bytes.len() > INLINE);
        let parts = self.bytes.chunks(PART_BYTES);
        Ok(first.map(|number| Sending { to: self.to, number, parts, active: VecDeque::new() }))
    }
}

/// The payload of a large message, which is sent in parts.
pub struct Sending<'b> {
    pub to: usize,
    /// The number of the next part to send.
    number: u64,
    parts: Chunks<'b, u8>,
    /// The indices of the requests in progress in their scope, the oldest first.
    active: VecDeque<usize>,
}

impl<'b> Sending<'b> {
    /// Sends as many parts as the window allows, without waiting. Returns true if at least one part
    /// was sent completely.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn advance<L: Library>(
        &mut self,
        scope: &mut Scope<'b, '_, L>,
        session: &mut Session<L>,
    ) -> Result<bool, Error> {
        let mut has_moved = false;
        loop {
            while self.active.len() < WINDOW
                && let Some(part) = self.parts.next()
            {
                self.active.push_back(scope.send(session, self.to, self.number, part)?);
                self.number += 1;
            }
            match self.active.front() {
                Some(first) if scope.is_complete(session, *first)? => self.active.pop_front(),
                _ => return Ok(has_moved),
            };
            has_moved = true;
        }
    }

    /// Returns true if all parts of the payload were sent.
    pub fn is_done(&self) -> bool {
        self.active.is_empty() && self.parts.len() == 0
    }
}
