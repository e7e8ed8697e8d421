// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages that a participant waits for.

use super::mailbox::{Mailbox, Recipient};
use super::message::Arrival;
use hloom_evaluator::{Error, Tag};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

/// The messages with one tag that a participant waits for.
pub struct Expected<'c, A> {
    mailboxes: Vec<&'c Mailbox<A>>,
    tag: &'c Tag,
    /// Receives the expected messages, each with the number of the process that sent it.
    pub arrivals: Receiver<(usize, Arrival<A>)>,
    /// The sender of `arrivals`, by which the mailboxes identify the recipient.
    recipient: Recipient<A>,
}

impl<'c, A> Expected<'c, A> {
    /// Registers a recipient for the next message with a tag in each of the mailboxes.
    ///
    /// # Errors
    /// Fails with the first error in `mailboxes`, for a mailbox that does not exist.
    pub fn new(
        mailboxes: impl Iterator<Item = Result<&'c Mailbox<A>, Error>>,
        tag: &'c Tag,
    ) -> Result<Self, Error> {
        let mailboxes: Vec<_> = mailboxes.collect::<Result<_, _>>()?;
        let (sender, arrivals) = mpsc::channel();
        let recipient = Arc::new(sender);
        mailboxes.iter().for_each(|mailbox| mailbox.expect(tag, &recipient));
        Ok(Self { mailboxes, tag, arrivals, recipient })
    }
}

impl<A> Drop for Expected<'_, A> {
    fn drop(&mut self) {
        self.mailboxes.iter().for_each(|mailbox| mailbox.withdraw(self.tag, &self.recipient));
    }
}
