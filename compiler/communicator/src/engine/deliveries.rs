// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that have arrived at an engine.

use super::announced::{Announced, Ignored, Parts};
use super::ffi::Library;
use crate::lock::lock;
use crate::messages::{Mailbox, no_connection};
use hloom_evaluator::Error;
use std::sync::Arc;

/// A message whose header has arrived, but not its whole payload.
pub type Arriving<L> = Box<Announced<L>>;

/// The messages that have arrived from the other processes.
pub struct Deliveries<L: Library> {
    /// The mailboxes of the other processes by their numbers; `None` for this process.
    pub mailboxes: Vec<Option<Mailbox<Arriving<L>>>>,
    ignored: Arc<Ignored<L>>,
}

impl<L: Library> Deliveries<L> {
    /// Creates the mailboxes of `count` processes, except this process, whose number is `own`.
    pub fn new(own: usize, count: usize) -> Self {
        let mailboxes = (0..count).map(|process| (process != own).then(|| Mailbox::new(process)));
        Self { mailboxes: mailboxes.collect(), ignored: Arc::default() }
    }

    /// Returns the mailbox of another process, or `None` if there is no such process.
    pub fn mailbox(&self, process: usize) -> Option<&Mailbox<Arriving<L>>> {
        self.mailboxes.get(process).and_then(Option::as_ref)
    }

    /// Returns the mailbox of another process.
    ///
    /// # Errors
    /// Fails if there is no such process.
    pub fn mailbox_of(&self, process: usize) -> Result<&Mailbox<Arriving<L>>, Error> {
        self.mailbox(process).ok_or_else(|| no_connection(process))
    }

    /// Returns the reason why a process is lost, which means that it sends and receives nothing
    /// more. Returns `None` if it is not lost.
    pub fn loss(&self, process: usize) -> Option<Error> {
        self.mailbox(process).and_then(Mailbox::reason)
    }

    /// Creates the large message that a header from process `from` announces.
    pub fn announce(&self, from: usize, first: u64, byte_count: usize) -> Arriving<L> {
        Box::new(Announced::new(from, first, byte_count, Arc::clone(&self.ignored)))
    }

    /// Adds the missing parts of a payload without a recipient, which will be received and ignored.
    pub fn ignore(&self, parts: Parts<L>) {
        lock(&self.ignored).push(parts);
    }

    /// Removes and returns the missing parts of the payloads without recipients.
    pub fn take_ignored(&self) -> Vec<Parts<L>> {
        std::mem::take(&mut *lock(&self.ignored))
    }

    /// Closes all mailboxes: participants that wait for messages, now or later, get the error
    /// `reason`.
    pub fn close_all(&self, reason: &Error) {
        self.mailboxes.iter().flatten().for_each(|mailbox| mailbox.close(reason.clone()));
    }
}
