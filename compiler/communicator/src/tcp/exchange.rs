// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The exchange of messages that one participant sends to and receives from several processes at
//! the same time.
//!
//! Large messages are sent by a thread of their own. Otherwise, two processes that send to each
//! other would both wait until the other one receives.

use super::arrival::Stream;
use super::peer::Peers;
use crate::messages::{Expected, Kind, Message};
use hloom_evaluator::{Error, Incoming, Outgoing, PIECE_BYTES, Tag};
use std::collections::HashMap;
use std::thread::{self, Scope, ScopedJoinHandle};

/// The maximum total size in bytes of messages that are sent before the participant waits for
/// messages. Starting a thread would take longer than storing the messages that arrive in the
/// meantime.
const AT_ONCE: usize = 1 << 20;

type Messages<'c> = Expected<'c, Box<Stream>>;

impl Peers {
    /// Sends messages, and receives messages into memory in the order of their arrival. Large
    /// messages of several processes are read at the same time. Otherwise, the sender of one
    /// message could wait for the other messages for longer than the time limit for silent
    /// processes.
    ///
    /// # Errors
    /// Fails under the same conditions as `Communicator::exchange`.
    pub fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        let sources: Vec<_> = incoming.iter().map(|memory| memory.process).collect();
        self.while_sending(tag, outgoing, &sources, |expected| {
            let memory = incoming.iter_mut().map(|memory| (memory.process, memory));
            let mut missing: HashMap<usize, &mut Incoming> = memory.collect();
            thread::scope(|scope| {
                let mut reading = Vec::new();
                while !missing.is_empty() {
                    let (process, message) = next(expected)?;
                    let Some(memory) = missing.remove(&process) else { continue };
                    let message = message.sized(process, memory.byte_count())?;
                    let is_here = matches!(message, Message::Whole(_)) || missing.is_empty();
                    let fill = move || {
                        let filled = message.fill(&mut memory.parts);
                        filled.ok_or_else(|| self.loss(tag, process))
                    };
                    match is_here {
                        true => fill()?,
                        false => reading.push(start(scope, fill)?),
                    }
                }
                reading.into_iter().try_for_each(outcome)
            })
        })
    }

    /// Sends messages, and passes the received messages to `consume` in pieces, in the order of
    /// `sources`. A single message is passed while it arrives. Several messages are received
    /// completely first, because no sender must wait for another.
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
        if let [_] = sources {
            return self.while_sending(tag, outgoing, sources, |expected| {
                let (process, message) = next(expected)?;
                let message = message.sized(process, byte_count)?;
                message.consume(consume).ok_or_else(|| self.loss(tag, process))
            });
        }
        let mut memory: Vec<_> = sources.iter().map(|_| vec![0; byte_count]).collect();
        let incoming = sources.iter().zip(&mut memory);
        let incoming = incoming
            .map(|(source, memory)| Incoming { process: *source, parts: vec![&mut memory[..]] });
        self.exchange(tag, outgoing, &mut incoming.collect::<Vec<_>>())?;
        memory.iter().flat_map(|bytes| bytes.chunks(PIECE_BYTES)).for_each(consume);
        Ok(())
    }

    /// Receives a message of any size.
    ///
    /// # Errors
    /// Fails under the same conditions as `Communicator::receive`.
    pub fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        let expected = self.expect(tag, &[process])?;
        next(&expected)?.1.into_bytes().ok_or_else(|| self.loss(tag, process))
    }

    /// Sends the messages `outgoing`, and calls `receive` with the expected messages of the
    /// processes `sources`. Sends large messages in a separate thread while `receive` runs.
    ///
    /// # Errors
    /// Fails if a process cannot be reached, or with the error of `receive`.
    fn while_sending(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        receive: impl FnOnce(&Messages) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let send = || {
            let mut messages = outgoing.iter();
            messages.try_for_each(|Outgoing { process, parts }| {
                self.get(*process)?.send(Kind::Message, tag, parts)
            })
        };
        let total: usize = outgoing.iter().flat_map(|it| &it.parts).map(|part| part.len()).sum();
        if total <= AT_ONCE {
            // Nobody waits for messages yet, so that the threads of the connections store them.
            send()?;
            return receive(&self.expect(tag, sources)?);
        }
        let expected = self.expect(tag, sources)?;
        thread::scope(|scope| {
            let sending = start(scope, send)?;
            let received = receive(&expected);
            // After a failure, messages may be left on their connections. If two processes waited
            // for their own messages first, none would read.
            drop(expected);
            received.and(outcome(sending))
        })
    }

    /// Registers this participant as the recipient of the next message with a tag from each of the
    /// processes `sources`.
    ///
    /// # Errors
    /// Fails if there is no connection with a process.
    fn expect<'c>(&'c self, tag: &'c Tag, sources: &[usize]) -> Result<Messages<'c>, Error> {
        Expected::new(sources.iter().map(|source| Ok(&self.get(*source)?.mailbox)), tag)
    }

    /// Waits for the error with which the connection with a process failed, and returns the error.
    fn loss(&self, tag: &Tag, process: usize) -> Error {
        // Messages that others sent in the meantime are of no use any more.
        match self.expect(tag, &[process]).map(|expected| expected.arrivals.recv()) {
            Ok(Ok((_, Err(error)))) => error,
            _ => Error::Internal(format!("process {process} sent an incomplete message")),
        }
    }
}

/// Waits for the next expected message, and returns it with the number of its sender.
fn next(expected: &Messages) -> Result<(usize, Message<Box<Stream>>), Error> {
    let ended = |_| Error::Internal("the channel of expected messages is closed".to_owned());
    let (process, arrival) = expected.arrivals.recv().map_err(ended)?;
    Ok((process, arrival?))
}

/// Starts a scoped thread that sends or receives messages.
fn start<'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> Result<(), Error> + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, Result<(), Error>>, Error> {
    let started = thread::Builder::new().spawn_scoped(scope, work);
    started.map_err(|error| Error::invalid(format!("cannot start a thread: {error}")))
}

fn outcome(thread: ScopedJoinHandle<Result<(), Error>>) -> Result<(), Error> {
    let panicked =
        |_| Err(Error::Internal("a thread that transfers a message panicked".to_owned()));
    thread.join().unwrap_or_else(panicked)
}
