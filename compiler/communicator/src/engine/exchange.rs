// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The exchange of messages that one participant sends and receives at the same time.

use super::announced::{Parts, Storage};
use super::core::{Attempt, Engine};
use super::deliveries::Arriving;
use super::ffi::Library;
use super::receiving::Receiving;
use super::scope::{Scope, scope};
use super::sending::{Sending, Whole};
use super::state::State;
use crate::messages::{Expected, Message};
use hloom_evaluator::{Error, Incoming, Outgoing, PIECE_BYTES, Tag};
use std::collections::HashMap;

impl<L: Library> Engine<L> {
    /// Sends messages, and receives messages into memory in the order of their arrival.
    ///
    /// # Errors
    /// Fails under the same conditions as `Communicator::exchange`.
    pub fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        let outgoing: Vec<_> = outgoing.iter().map(Whole::of).collect();
        let sources: Vec<_> = incoming.iter().map(|memory| memory.process).collect();
        let memory = incoming.iter_mut().map(|memory| (memory.process, memory));
        let mut missing: HashMap<_, _> = memory.collect();
        self.sending(|scope, sending| {
            let expected = self.expect(tag, &sources)?;
            self.begin(tag, &outgoing, sending)?;
            let mut receiving = Vec::new();
            self.repeat(|state| {
                for (process, arrival) in expected.arrivals.try_iter() {
                    let message = arrival?;
                    let Some(memory) = missing.remove(&process) else { continue };
                    let message = message.sized(process, memory.byte_count())?;
                    let memory = memory.parts.iter_mut().map(|part| &mut **part).collect();
                    receiving.extend(Receiving::begin(message, memory));
                }
                let mut has_moved = self.send_parts(sending, scope, state)?;
                for message in &mut receiving {
                    has_moved |= message.advance(scope, &mut state.session)?;
                    self.expect_payload(message.from(), message.is_done(), state)?;
                }
                receiving.retain(|message| !message.is_done());
                let is_done = missing.is_empty() && receiving.is_empty() && sending.is_empty();
                Ok(Attempt::of(is_done.then_some(()), has_moved))
            })
        })
    }

    /// Sends messages, and passes messages in pieces in the order of their sources.
    ///
    /// # Errors
    /// Fails under the same conditions as `Communicator::exchange_pieces`.
    pub fn exchange_pieces(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        byte_count: usize,
        consume: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        let outgoing: Vec<_> = outgoing.iter().map(Whole::of).collect();
        self.sending(|scope, sending| {
            let expected = self.expect(tag, sources)?;
            self.begin(tag, &outgoing, sending)?;
            let mut arrived = HashMap::new();
            for source in sources {
                let mut parts = None;
                // The engine is not locked while `consume` computes.
                while let Some(bytes) = self.repeat(|state| {
                    for (process, arrival) in expected.arrivals.try_iter() {
                        arrived.insert(process, arrival?.sized(process, byte_count)?);
                    }
                    let has_moved = self.send_parts(sending, scope, state)?;
                    let bytes = next_bytes(&mut parts, arrived.remove(source), state)?;
                    if bytes.is_some() {
                        return Ok(Attempt::Done(bytes));
                    }
                    let Some(parts) = &parts else { return Ok(Attempt::of(None, has_moved)) };
                    self.expect_payload(*source, parts.is_done(), state)?;
                    Ok(Attempt::of(parts.is_done().then_some(None), has_moved))
                })? {
                    bytes.chunks(PIECE_BYTES).for_each(&mut *consume);
                }
            }
            Ok(())
        })
    }

    /// Receives a message of any size.
    ///
    /// # Errors
    /// Fails under the same conditions as `Communicator::receive`.
    pub fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        let sources = [process];
        let expected = self.expect(tag, &sources)?;
        let message = self.repeat(|_| match expected.arrivals.try_recv() {
            Ok((_, arrival)) => Ok(Attempt::Done(arrival?)),
            Err(_) => Ok(Attempt::Waits),
        })?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(message.byte_count()).map_err(|_| {
            Error::invalid(format!("cannot allocate {} bytes for a message", message.byte_count()))
        })?;
        bytes.resize(message.byte_count(), 0);
        let memory = vec![&mut bytes[..]];
        scope(self, |scope| {
            let Some(mut message) = Receiving::begin(message, memory) else { return Ok(()) };
            self.repeat(|state| {
                let has_moved = message.advance(scope, &mut state.session)?;
                self.expect_payload(message.from(), message.is_done(), state)?;
                Ok(Attempt::of(message.is_done().then_some(()), has_moved))
            })
        })?;
        Ok(bytes)
    }

    /// Registers this participant as the recipient of the next message with a tag from each of the
    /// processes `sources`.
    ///
    /// # Errors
    /// Fails if a source is not another process of the engine.
    fn expect<'c>(
        &'c self,
        tag: &'c Tag,
        sources: &[usize],
    ) -> Result<Expected<'c, Arriving<L>>, Error> {
        Expected::new(sources.iter().map(|source| self.deliveries.mailbox_of(*source)), tag)
    }

    /// Calls `body` with a scope and an empty list of payloads to send, and then sends the payloads
    /// that `body` has left in the list. They are sent even if `body` fails, because their
    /// recipients wait for them.
    ///
    /// # Errors
    /// Fails with the error of `body` or of the library.
    fn sending<'b>(
        &self,
        body: impl FnOnce(&mut Scope<'b, '_, L>, &mut Vec<Sending<'b>>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        scope(self, |scope| {
            let mut sending = Vec::new();
            let outcome = body(scope, &mut sending);
            if sending.is_empty() {
                return outcome;
            }
            let sent = self.repeat(|state| {
                if outcome.is_err() {
                    sending.retain(|message: &Sending| self.deliveries.loss(message.to).is_none());
                }
                let has_moved = self.send_parts(&mut sending, scope, state)?;
                Ok(Attempt::of(sending.is_empty().then_some(()), has_moved))
            });
            outcome.and(sent)
        })
    }

    /// Sends small messages and the headers of large messages, and adds the payloads of the large
    /// messages to `sending`.
    ///
    /// # Errors
    /// Fails if a process is lost, or with the error of the library.
    fn begin<'b>(
        &self,
        tag: &Tag,
        messages: &'b [Whole],
        sending: &mut Vec<Sending<'b>>,
    ) -> Result<(), Error> {
        for message in messages {
            self.deliveries.mailbox_of(message.to)?;
            self.expect_alive(message.to, false)?;
            sending.extend(message.begin(&mut self.state(), tag)?);
        }
        Ok(())
    }

    /// Sends parts of payloads without waiting, and removes the payloads that were sent. Returns true
    /// if something was sent.
    ///
    /// # Errors
    /// Fails if a process is lost, or with the error of the library.
    fn send_parts<'b>(
        &self,
        sending: &mut Vec<Sending<'b>>,
        scope: &mut Scope<'b, '_, L>,
        state: &mut State<L>,
    ) -> Result<bool, Error> {
        let mut has_moved = false;
        for message in &mut *sending {
            has_moved |= message.advance(scope, &mut state.session)?;
            self.expect_alive(message.to, message.is_done())?;
        }
        sending.retain(|message| !message.is_done());
        Ok(has_moved)
    }

    /// Checks that a process is not lost, unless the message to or from this process is complete
    /// (`is_done`).
    ///
    /// # Errors
    /// Fails with the reason why the process is lost.
    fn expect_alive(&self, process: usize, is_done: bool) -> Result<(), Error> {
        match self.deliveries.loss(process) {
            Some(reason) if !is_done => Err(reason),
            _ => Ok(()),
        }
    }

    /// Checks that the missing parts of a payload from a process may arrive, unless there are none
    /// (`is_done`).
    ///
    /// # Errors
    /// Fails with the reason why the process is lost.
    fn expect_payload(&self, process: usize, is_done: bool, state: &State<L>) -> Result<(), Error> {
        self.expect_alive(process, is_done || state.may_deliver(process))
    }
}

/// Returns the next bytes of a message, or `None` if none have arrived. `arrived` is the message,
/// if this is the first call with it; `parts` keeps its missing parts for later calls.
///
/// # Errors
/// Fails with the error of the library.
fn next_bytes<L: Library>(
    parts: &mut Option<Parts<L>>,
    arrived: Option<Message<Arriving<L>>>,
    state: &mut State<L>,
) -> Result<Option<Vec<u8>>, Error> {
    let (bytes, rest) = match arrived {
        Some(Message::Whole(bytes)) => (bytes, Parts::default()),
        Some(Message::Arriving(message)) => {
            let Storage { bytes, parts } = message.take();
            (bytes, parts)
        }
        None => return parts.as_mut().map_or(Ok(None), |parts| parts.next(&mut state.session)),
    };
    *parts = Some(rest);
    Ok(Some(bytes))
}
