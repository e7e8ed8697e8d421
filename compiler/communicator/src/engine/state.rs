// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of an engine: what it has sent, and what has arrived.

use super::announced::Storage;
use super::deliveries::Deliveries;
use super::ffi::{Channel, Library, Owned};
use super::session::Session;
use super::sizes::{INLINE, PART_BYTES};
use crate::lock::lock;
use crate::messages::{Header, Kind, Message};
use hloom_evaluator::{Error, Tag};
use std::sync::{Mutex, Weak};
use std::time::{Duration, Instant};

/// The time for which the payloads of a process that has ended may still arrive.
const LAST_PARTS: Duration = Duration::from_secs(10);

/// The state of an engine: what it has sent, and when and what it has received.
pub struct State<L: Library> {
    pub session: Session<L>,
    /// For each process, the number of the next part of a payload that is sent to it.
    numbers: Vec<u64>,
    /// For each process, the time at which the last message arrived from it; `None` if none has
    /// arrived.
    heard: Vec<Option<Instant>>,
    /// For each process, the time at which its last message arrived; `None` if it has not ended.
    ended: Vec<Option<Instant>>,
    /// Messages with headers that are being sent.
    headers: Vec<Owned<L>>,
    /// The payloads that may have no recipient yet, each with the time at which its header arrived.
    announced: Vec<(Instant, Weak<Mutex<Storage<L>>>)>,
}

impl<L: Library> State<L> {
    /// Creates the state of an engine for `processes` processes.
    pub fn new(library: L, processes: usize) -> Self {
        Self {
            session: Session::new(library),
            numbers: vec![0; processes],
            heard: vec![None; processes],
            ended: vec![None; processes],
            headers: Vec::new(),
            announced: Vec::new(),
        }
    }

    /// Sends a message of at most [`INLINE`] bytes with its header. Sends only the header of a
    /// larger message, and returns the number of the first part of its payload, which the caller
    /// must send.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn send(
        &mut self,
        to: usize,
        kind: Kind,
        tag: &Tag,
        bytes: &[u8],
    ) -> Result<Option<u64>, Error> {
        let header = Header { kind, tag: *tag, byte_count: bytes.len() };
        let mut message = header.encode().to_vec();
        let first = self.numbers[to];
        let is_inline = bytes.len() <= INLINE;
        if is_inline {
            message.extend_from_slice(bytes);
        } else {
            message.extend_from_slice(&first.to_le_bytes());
            self.numbers[to] += bytes.len().div_ceil(PART_BYTES) as u64;
        }
        let sent = self.session.call(|library| {
            let mut sent = Owned::send(library, to, Channel::Headers, message)?;
            Ok((!sent.is_complete(library)?).then_some(sent))
        })?;
        self.headers.extend(sent);
        Ok((!is_inline).then_some(first))
    }

    /// Returns true if the library has not yet sent all messages with headers.
    pub fn is_sending(&self) -> bool {
        !self.headers.is_empty()
    }

    /// Makes progress: delivers the messages that have arrived to the mailboxes, closes the mailboxes
    /// of processes with which the library cannot communicate any more, and receives payloads that
    /// are ignored.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn progress(&mut self, deliveries: &Deliveries<L>) -> Result<(), Error> {
        while let Some((from, message)) = self.session.call(L::next_header)? {
            self.take(deliveries, from, &message)?;
        }
        // After the messages that have arrived: the last message of a process says that it has ended.
        for (process, error) in self.session.call(|library| Ok(library.failures()))? {
            if let Some(mailbox) = deliveries.mailbox(process) {
                mailbox.close(mailbox.disconnected(&error));
            }
        }
        self.finish_headers()?;
        for mut parts in deliveries.take_ignored() {
            if !parts.ignore(&mut self.session)? {
                deliveries.ignore(parts);
            }
        }
        Ok(())
    }

    /// Forgets the messages with headers that the library has finished sending.
    ///
    /// # Errors
    /// Fails with the error of the library.
    fn finish_headers(&mut self) -> Result<(), Error> {
        let mut sent = std::mem::take(&mut self.headers);
        let mut outcome = Ok(());
        sent.retain_mut(|header| {
            let complete = self.session.call(|library| header.is_complete(library));
            outcome = complete.clone().map(drop).and(outcome.clone());
            complete != Ok(true)
        });
        self.headers = sent;
        outcome
    }

    /// Delivers a message with a header that has arrived from process `from`.
    fn take(
        &mut self,
        deliveries: &Deliveries<L>,
        from: usize,
        message: &[u8],
    ) -> Result<(), Error> {
        let mut rest = message;
        let header = Header::read(&mut rest);
        let (Ok(header), Some(mailbox)) = (header, deliveries.mailbox(from)) else {
            return Err(self.session.stop(&format!("process {from} sent a damaged message")));
        };
        self.heard[from] = Some(Instant::now());
        match header.kind {
            Kind::Life => {}
            Kind::End => {
                self.ended[from] = self.heard[from];
                mailbox.close(mailbox.ended());
            }
            Kind::Failure => mailbox.fail(header.tag.run, &String::from_utf8_lossy(rest)),
            Kind::Message if rest.len() == header.byte_count && header.byte_count <= INLINE => {
                mailbox.put(header.tag, Message::Whole(rest.to_vec()));
            }
            Kind::Message => {
                let Ok(first) = <[u8; 8]>::try_from(rest).map(u64::from_le_bytes) else {
                    return Err(self
                        .session
                        .stop(&format!("process {from} sent a damaged message")));
                };
                let message = deliveries.announce(from, first, header.byte_count);
                self.announced.push((Instant::now(), message.storage()));
                mailbox.put(header.tag, Message::Arriving(message));
            }
        }
        Ok(())
    }

    /// Receives and stores the payloads that have had no recipient for the duration `patience`, so
    /// that their senders do not wait.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn store_announced(&mut self, patience: Duration) -> Result<(), Error> {
        let mut left = std::mem::take(&mut self.announced);
        let mut failure = Ok(());
        left.retain(|(since, storage)| {
            if since.elapsed() < patience {
                return true;
            }
            let Some(storage) = storage.upgrade() else { return false };
            let mut storage = lock(&storage);
            match storage.receive(&mut self.session) {
                Ok(is_done) => !is_done,
                Err(error) => {
                    failure = Err(error);
                    false
                }
            }
        });
        self.announced.append(&mut left);
        failure
    }

    /// Returns true if a process has ended a short time ago, so that parts of its payloads may still
    /// arrive. A process ends after it has sent its payloads, but its last message may be faster.
    pub fn may_deliver(&self, process: usize) -> bool {
        self.ended[process].is_some_and(|ended| ended.elapsed() < LAST_PARTS)
    }

    /// Returns the time since the last message arrived from a process, or `None` if none has
    /// arrived.
    pub fn silence(&self, process: usize) -> Option<Duration> {
        self.heard[process].map(|last| last.elapsed())
    }
}
