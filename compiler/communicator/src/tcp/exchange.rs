// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages of several processes that one participant sends and receives at the same time.
//!
//! Large messages are sent by a thread of their own. Otherwise, two processes that send to each
//! other would both wait until the other one receives.

use super::arrival::Arrival;
use super::frame::Kind;
use super::peer::Peers;
use hloom_evaluator::{Error, Incoming, Outgoing, Tag, expect_size};
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Messages up to this total size are sent before the process waits for others. Starting a thread
/// would take longer than storing what arrives in the meantime.
const AT_ONCE: usize = 1 << 20;

/// The messages with one tag that a participant waits for.
struct Expected<'c> {
    peers: &'c Peers,
    tag: &'c Tag,
    sources: Vec<usize>,
    sender: Sender<(usize, Arrival)>,
    arrivals: Receiver<(usize, Arrival)>,
}

impl Peers {
    /// Sends messages, and receives messages into memory in the order of their arrival.
    ///
    /// # Errors
    /// Fails as `Communicator::exchange`.
    pub fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        let sources = incoming.iter().map(|message| message.process).collect();
        self.while_sending(tag, outgoing, sources, |expected| {
            for _ in 0..incoming.len() {
                let (process, arrival) = expected.next()?;
                let Some(message) = incoming.iter_mut().find(|it| it.process == process) else {
                    arrival.ignore();
                    continue;
                };
                let arrival = expected.sized(process, message.byte_count(), arrival)?;
                if arrival.fill(&mut message.parts)?.is_none() {
                    return Err(expected.loss(process));
                }
            }
            Ok(())
        })
    }

    /// Sends messages, and passes messages in pieces in the order of their sources. A message that
    /// arrives before its turn is stored, because its connection must not wait for others.
    ///
    /// # Errors
    /// Fails as `Communicator::exchange_pieces`.
    pub fn exchange_pieces(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        byte_count: usize,
        consume: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        self.while_sending(tag, outgoing, sources.to_vec(), |expected| {
            let mut early: HashMap<usize, Arrival> = HashMap::new();
            for source in sources {
                let arrival = loop {
                    if let Some(arrival) = early.remove(source) {
                        break arrival;
                    }
                    let (process, arrival) = expected.next()?;
                    let arrival = expected.sized(process, byte_count, arrival)?;
                    if process == *source {
                        break arrival;
                    }
                    let complete = arrival.complete().ok_or_else(|| expected.loss(process))?;
                    early.insert(process, complete);
                };
                if arrival.consume(consume)?.is_none() {
                    return Err(expected.loss(*source));
                }
            }
            Ok(())
        })
    }

    /// Receives a message of any size.
    ///
    /// # Errors
    /// Fails as `Communicator::receive`.
    pub fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        let expected = Expected::new(self, tag, vec![process])?;
        match expected.next()?.1.complete() {
            Some(Arrival::Message(bytes)) => Ok(bytes),
            Some(Arrival::Failed(error)) => Err(error),
            _ => Err(expected.loss(process)),
        }
    }

    /// Sends messages while `receive` runs, which gets the messages of `sources`.
    ///
    /// # Errors
    /// Fails if a process cannot be reached, or with the error of `receive`.
    fn while_sending(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: Vec<usize>,
        receive: impl FnOnce(&Expected) -> Result<(), Error>,
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
            return receive(&Expected::new(self, tag, sources)?);
        }
        let expected = Expected::new(self, tag, sources)?;
        thread::scope(|scope| {
            let sending = thread::Builder::new().spawn_scoped(scope, send);
            let sending = sending.map_err(|error| {
                Error::invalid(format!("cannot start a thread to send messages: {error}"))
            })?;
            let received = receive(&expected);
            // After a failure, messages may be left on their connections. If two processes waited
            // for their own messages first, none would read.
            drop(expected);
            let panicked = |_| Err(Error::Internal("the thread that sends panicked".to_owned()));
            received.and(sending.join().unwrap_or_else(panicked))
        })
    }
}

impl<'c> Expected<'c> {
    fn new(peers: &'c Peers, tag: &'c Tag, sources: Vec<usize>) -> Result<Self, Error> {
        let (sender, arrivals) = mpsc::channel();
        let expected = Self { peers, tag, sources, sender, arrivals };
        for source in &expected.sources {
            peers.get(*source)?.mailbox.expect(tag, &expected.sender);
        }
        Ok(expected)
    }

    /// Waits for the next message of any source.
    fn next(&self) -> Result<(usize, Arrival), Error> {
        let ended = |_| Error::Internal("nobody receives messages".to_owned());
        let (process, arrival) = self.arrivals.recv().map_err(ended)?;
        match arrival {
            Arrival::Failed(error) => Err(error),
            arrival => Ok((process, arrival)),
        }
    }

    /// Checks the size of a message, which is ignored if the size is wrong.
    fn sized(&self, process: usize, expected: usize, arrival: Arrival) -> Result<Arrival, Error> {
        match expect_size(process, expected, arrival.byte_count()?) {
            Ok(()) => Ok(arrival),
            Err(error) => {
                arrival.ignore();
                Err(error)
            }
        }
    }

    /// Waits for the reason why the connection with a process failed.
    fn loss(&self, process: usize) -> Error {
        let broken = || Error::Internal(format!("process {process} sent half a message"));
        let Ok(peer) = self.peers.get(process) else { return broken() };
        // Messages that others sent in the meantime are of no use any more.
        let (sender, arrivals) = mpsc::channel();
        peer.mailbox.expect(self.tag, &sender);
        match arrivals.recv() {
            Ok((_, Arrival::Failed(error))) => error,
            _ => broken(),
        }
    }
}

impl Drop for Expected<'_> {
    fn drop(&mut self) {
        for source in &self.sources {
            if let Ok(peer) = self.peers.get(*source) {
                peer.mailbox.withdraw(self.tag);
            }
        }
        // A message may have been passed to this participant before.
        self.arrivals.try_iter().for_each(|(_, arrival)| arrival.ignore());
    }
}
