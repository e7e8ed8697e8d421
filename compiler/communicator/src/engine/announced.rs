// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages of which only the header has arrived.

use super::ffi::{Library, Owned};
use super::session::Session;
use super::sizes::{PART_BYTES, WINDOW};
use crate::lock::lock;
use crate::messages::Arriving;
use hloom_evaluator::Error;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, Weak};

/// A message of which only the header has arrived. If it is dropped, its payload is received and ignored.
pub struct Announced<L: Library> {
    pub from: usize,
    pub byte_count: usize,
    /// The number of the first part of the payload.
    pub first: u64,
    /// `None` if the recipient receives the payload.
    storage: Option<Arc<Mutex<Storage<L>>>>,
    ignored: Arc<Ignored<L>>,
}

/// Payloads without recipients.
pub type Ignored<L> = Mutex<Vec<Storage<L>>>;

impl<L: Library> Announced<L> {
    /// Creates a message of which nothing was received.
    pub fn new(from: usize, first: u64, byte_count: usize, ignored: Arc<Ignored<L>>) -> Self {
        let parts = Parts::new(from, first, byte_count);
        let storage = Storage { bytes: Vec::new(), parts: Some(parts), is_ignored: false };
        Self { from, byte_count, first, storage: Some(Arc::new(Mutex::new(storage))), ignored }
    }

    /// Returns the memory to which the payload is received if nobody waits for it.
    pub fn storage(&self) -> Weak<Mutex<Storage<L>>> {
        self.storage.as_ref().map(Arc::downgrade).unwrap_or_default()
    }

    /// Returns the bytes that have been received, and the parts that are missing. From now on, the
    /// caller receives them. Those that are left when the result is dropped are ignored.
    pub fn take(mut self) -> (Vec<u8>, Parts<L>) {
        let storage = self.storage.take().map(|storage| lock(&storage).take());
        let storage = storage.unwrap_or_default();
        let mut parts = storage.parts.unwrap_or_default();
        parts.ignored = Some(Arc::clone(&self.ignored));
        (storage.bytes, parts)
    }
}

impl<L: Library> Drop for Announced<L> {
    fn drop(&mut self) {
        if let Some(storage) = self.storage.take() {
            let parts = lock(&storage).take().parts.unwrap_or_default();
            lock(&self.ignored).push(Storage::of_ignored(parts));
        }
    }
}

/// A payload that is received before anybody waits for it.
pub struct Storage<L: Library> {
    bytes: Vec<u8>,
    /// The parts that follow; `None` if the recipient receives them.
    parts: Option<Parts<L>>,
    /// Whether the bytes are not stored.
    is_ignored: bool,
}

impl<L: Library> Default for Storage<L> {
    fn default() -> Self {
        Self { bytes: Vec::new(), parts: None, is_ignored: false }
    }
}

impl<L: Library> Storage<L> {
    /// Creates the storage of parts that are received and ignored.
    fn of_ignored(parts: Parts<L>) -> Self {
        Self { bytes: Vec::new(), parts: Some(parts), is_ignored: true }
    }

    fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Receives parts without waiting. Returns true if nothing is left to receive.
    ///
    /// # Errors
    /// Fails with the error of the library, or if there is not enough memory.
    pub fn receive(&mut self, session: &mut Session<L>) -> Result<bool, Error> {
        let Some(parts) = &mut self.parts else { return Ok(true) };
        while let Some(part) = parts.next(session)? {
            if self.is_ignored {
                continue;
            }
            if self.bytes.try_reserve(part.len()).is_err() {
                return Err(session.stop("there is not enough memory for a message"));
            }
            self.bytes.extend_from_slice(&part);
        }
        Ok(parts.is_done())
    }
}

/// Receives the parts of a payload in their order.
pub struct Parts<L: Library> {
    from: usize,
    /// The number of the next part to receive.
    number: u64,
    /// The number of bytes of the parts that are not yet received.
    rest: usize,
    active: VecDeque<Owned<L>>,
    is_untouched: bool,
    /// Receives the parts that are left when this object is dropped.
    ignored: Option<Arc<Ignored<L>>>,
}

impl<L: Library> Default for Parts<L> {
    /// Returns the parts of a payload without bytes.
    fn default() -> Self {
        Self::new(0, 0, 0)
    }
}

impl<L: Library> Parts<L> {
    fn new(from: usize, number: u64, rest: usize) -> Self {
        Self { from, number, rest, active: VecDeque::new(), is_untouched: true, ignored: None }
    }

    /// Returns the part of a payload from part `number` on, which has `rest` bytes.
    pub fn rest_from(&mut self, number: u64, rest: usize) -> Self {
        let mut parts = Self::new(self.from, number, rest);
        parts.ignored = self.ignored.take();
        parts
    }

    /// Returns true if no part has been begun.
    pub fn is_untouched(&self) -> bool {
        self.is_untouched
    }

    /// Returns true if all parts were returned.
    pub fn is_done(&self) -> bool {
        self.rest == 0 && self.active.is_empty()
    }

    /// Returns the next part if it has arrived.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn next(&mut self, session: &mut Session<L>) -> Result<Option<Vec<u8>>, Error> {
        while self.rest > 0 && self.active.len() < WINDOW {
            let memory = vec![0; self.rest.min(PART_BYTES)];
            self.rest -= memory.len();
            self.is_untouched = false;
            let (from, number) = (self.from, self.number);
            self.number += 1;
            let part = session.call(|library| Owned::receive(library, from, number, memory))?;
            self.active.push_back(part);
        }
        let Some(first) = self.active.front_mut() else { return Ok(None) };
        if !session.call(|library| first.is_complete(library))? {
            return Ok(None);
        }
        Ok(self.active.pop_front().map(Owned::into_memory))
    }
}

impl<L: Library> Arriving for Box<Announced<L>> {
    fn byte_count(&self) -> usize {
        self.byte_count
    }
}

impl<L: Library> Drop for Parts<L> {
    fn drop(&mut self) {
        // The sender waits until all parts are received.
        if let Some(ignored) = self.ignored.take().filter(|_| !self.is_done()) {
            let mut parts = Self::new(self.from, self.number, self.rest);
            parts.active = std::mem::take(&mut self.active);
            lock(&ignored).push(Storage::of_ignored(parts));
        }
    }
}
