// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication through a message-passing library, such as MPI or UCX.
//!
//! Each message has a header of fixed size. Small messages follow their header in the same message
//! of the library. The payload of a large message is sent in parts, whose numbers the header
//! announces, so that no part can be mistaken for another one. The recipient receives the parts
//! directly into its memory.
//!
//! Libraries make progress only while they are called. The participants that wait for messages call the
//! library, and a thread of the engine calls it at intervals. This thread also receives the payloads for
//! which nobody waits, signals the other processes that this one is alive, and reports processes that
//! are silent.

mod announced;
mod background;
mod core;
mod deliveries;
mod exchange;
pub mod ffi;
pub mod headers;
pub mod pause;
mod receiving;
mod scope;
mod sending;
mod session;
mod sizes;
mod state;
#[cfg(test)]
mod wire;

use crate::messages::{Kind, NO_TAG};
use crate::threads::Ticker;
use crate::times::Times;
use core::Engine;
use ffi::Library;
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, RunId, Tag};
use pause::Pause;
use sizes::INLINE;
use std::fmt::{self, Debug};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum time for which a communicator that is dropped tries to send its last messages.
const LAST_SENDS: Duration = Duration::from_secs(1);

/// A communicator over a message-passing library.
pub struct EngineCommunicator<L: Library> {
    engine: Arc<Engine<L>>,
    /// The background thread of the engine; `None` once the communicator is being dropped.
    background: Option<Ticker>,
}

impl<L: Library> EngineCommunicator<L> {
    /// Creates the communicator of process `own` of `count` processes, which `library` can reach. Waits
    /// for a sign of life of each process.
    ///
    /// # Errors
    /// Fails if nothing arrives from a process in time, with the error of the library, or if a thread
    /// cannot be started.
    pub fn connect(library: L, own: usize, count: usize, times: Times) -> Result<Self, Error> {
        let engine = Arc::new(Engine::new(library, own, count));
        let background = Some(background::start(Arc::clone(&engine), times)?);
        let communicator = Self { engine, background };
        communicator.engine.wait_for_all(times.connecting)?;
        Ok(communicator)
    }
}

impl<L: Library> Debug for EngineCommunicator<L> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let processes = self.engine.deliveries.mailboxes.len();
        write!(formatter, "{} in process {} of {processes}", L::NAME, self.engine.own)
    }
}

impl<L: Library> Communicator for EngineCommunicator<L> {
    fn process(&self) -> usize {
        self.engine.own
    }

    fn send(&self, process: usize, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error> {
        let message = Outgoing { process, parts: parts.to_vec() };
        self.engine.exchange(tag, &[message], &mut [])
    }

    fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        self.engine.receive(process, tag)
    }

    fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        self.engine.exchange(tag, outgoing, incoming)
    }

    fn exchange_pieces(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        byte_count: usize,
        consume: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        self.engine.exchange_pieces(tag, outgoing, sources, byte_count, consume)
    }

    fn fail(&self, processes: &[usize], run: &RunId, reason: &str) {
        let tag = Tag { run: *run, meeting: 0, round: 0 };
        // The reason is sent with its header.
        let told = reason.floor_char_boundary(INLINE);
        for process in processes {
            let Ok(mailbox) = self.engine.deliveries.mailbox_of(*process) else { continue };
            mailbox.abandon(*run, reason);
            // A process that is lost needs no report.
            if mailbox.reason().is_none() {
                let told = &reason.as_bytes()[..told];
                let _ = self.engine.state().send(*process, Kind::Failure, &tag, told);
            }
        }
    }
}

impl<L: Library> Drop for EngineCommunicator<L> {
    fn drop(&mut self) {
        if let Some(background) = self.background.take() {
            background.join();
        }
        for process in 0..self.engine.deliveries.mailboxes.len() {
            if self.engine.deliveries.mailbox(process).is_some()
                && self.engine.deliveries.loss(process).is_none()
            {
                let _ = self.engine.state().send(process, Kind::End, &NO_TAG, &[]);
            }
        }
        let (since, mut pause) = (Instant::now(), Pause::default());
        while since.elapsed() < LAST_SENDS {
            let mut state = self.engine.state();
            if state.progress(&self.engine.deliveries).is_err() || !state.is_sending() {
                break;
            }
            drop(state);
            pause.pause();
        }
    }
}
