// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages whose header has arrived, but not their whole payload.

use super::ffi::{Library, Owned};
use super::session::Session;
use super::sizes::{PART_BYTES, WINDOW};
use crate::lock::lock;
use crate::messages::Arriving;
use hloom_evaluator::Error;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};

/// A message whose header has arrived, but not its whole payload. If this object is dropped, the
/// payload is received and ignored.
pub struct Announced<L: Library> {
    byte_count: usize,
    storage: Arc<Mutex<Storage<L>>>,
}

/// The missing parts of payloads without recipients, which are received and ignored.
pub type Ignored<L> = Mutex<Vec<Parts<L>>>;

impl<L: Library> Announced<L> {
    /// Creates a message of which only the header was received. `first` is the number of the first
    /// part of its payload.
    pub fn new(from: usize, first: u64, byte_count: usize, ignored: Arc<Ignored<L>>) -> Self {
        let parts = Parts::new(from, first, byte_count, Some(ignored));
        Self { byte_count, storage: Arc::new(Mutex::new(Storage { bytes: Vec::new(), parts })) }
    }

    /// Returns the memory in which the payload is stored if no participant waits for the message.
    pub fn storage(&self) -> Weak<Mutex<Storage<L>>> {
        Arc::downgrade(&self.storage)
    }

    /// Returns the bytes of the payload that have been received, and the parts that are missing,
    /// which the caller must receive.
    pub fn take(self) -> Storage<L> {
        std::mem::take(&mut *lock(&self.storage))
    }
}

impl<L: Library> Arriving for Box<Announced<L>> {
    fn byte_count(&self) -> usize {
        self.byte_count
    }
}

/// A payload that is received before a participant waits for it.
pub struct Storage<L: Library> {
    pub bytes: Vec<u8>,
    /// The parts of the payload that follow `bytes`.
    pub parts: Parts<L>,
}

impl<L: Library> Default for Storage<L> {
    fn default() -> Self {
        Self { bytes: Vec::new(), parts: Parts::default() }
    }
}

impl<L: Library> Storage<L> {
    /// Receives the parts that have arrived, without waiting for others. Returns true if the
    /// payload is complete.
    ///
    /// # Errors
    /// Fails with the error of the library, or if there is not enough memory.
    pub fn receive(&mut self, session: &mut Session<L>) -> Result<bool, Error> {
        while let Some(part) = self.parts.next(session)? {
            if self.bytes.try_reserve(part.len()).is_err() {
                return Err(session.stop("there is not enough memory for a message"));
            }
            self.bytes.extend_from_slice(&part);
        }
        Ok(self.parts.is_done())
    }
}

/// Receives the parts of a payload in their order. If this object is dropped, the missing parts are
/// received and ignored, because the sender waits until all parts are received.
pub struct Parts<L: Library> {
    pub from: usize,
    /// The number of the next part whose reception has not started.
    number: u64,
    /// The number of bytes of the parts whose reception has not started.
    rest: usize,
    active: VecDeque<Owned<L>>,
    /// The list to which this object adds the missing parts when it is dropped; `None` to forget
    /// them.
    ignored: Option<Arc<Ignored<L>>>,
}

impl<L: Library> Default for Parts<L> {
    /// Returns the parts of a payload without bytes.
    fn default() -> Self {
        Self::new(0, 0, 0, None)
    }
}

impl<L: Library> Parts<L> {
    fn new(from: usize, number: u64, rest: usize, ignored: Option<Arc<Ignored<L>>>) -> Self {
        Self { from, number, rest, active: VecDeque::new(), ignored }
    }

    /// Returns the number of bytes of the parts whose reception has not started.
    pub fn rest(&self) -> usize {
        self.rest
    }

    /// Returns true if `next` or `skip` has returned all parts.
    pub fn is_done(&self) -> bool {
        self.rest == 0 && self.active.is_empty()
    }

    /// Skips the next part, which has `byte_count` bytes and which the caller receives. Returns the
    /// number of this part.
    pub fn skip(&mut self, byte_count: usize) -> u64 {
        self.rest -= byte_count;
        self.number += 1;
        self.number - 1
    }

    /// Returns the bytes of the next part if it has arrived. Starts to receive up to [`WINDOW`]
    /// parts.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn next(&mut self, session: &mut Session<L>) -> Result<Option<Vec<u8>>, Error> {
        while self.rest > 0 && self.active.len() < WINDOW {
            let memory = vec![0; self.rest.min(PART_BYTES)];
            let (from, number) = (self.from, self.skip(memory.len()));
            let part = session.call(|library| Owned::receive(library, from, number, memory))?;
            self.active.push_back(part);
        }
        let Some(first) = self.active.front_mut() else { return Ok(None) };
        if !session.call(|library| first.is_complete(library))? {
            return Ok(None);
        }
        Ok(self.active.pop_front().map(Owned::into_memory))
    }

    /// Receives and ignores the parts that have arrived, without waiting for others. Returns true
    /// if no part is missing.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn ignore(&mut self, session: &mut Session<L>) -> Result<bool, Error> {
        while self.next(session)?.is_some() {}
        Ok(self.is_done())
    }
}

impl<L: Library> Drop for Parts<L> {
    fn drop(&mut self) {
        if let Some(ignored) = self.ignored.take().filter(|_| !self.is_done()) {
            let mut left = Self::new(self.from, self.number, self.rest, None);
            left.active = std::mem::take(&mut self.active);
            lock(&ignored).push(left);
        }
    }
}
