// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication through a message-passing library, such as MPI or UCX.
//!
//! Each message has a header of fixed size. Small messages follow their header in the same message of
//! the library. The payload of a large message is sent in parts, whose numbers the header announces, so
//! that no part can be taken for another one. The recipient receives the parts directly into its memory.
//!
//! Libraries make progress only while they are called. The participants that wait for messages call the
//! library, and a thread of the engine calls it at intervals. This thread also receives the payloads for
//! which nobody waits, signals the other processes that this one is alive, and reports processes that
//! are silent.

mod announced;
mod background;
mod exchange;
pub mod ffi;
mod pause;
mod receiving;
mod sending;
mod state;
#[cfg(test)]
mod wire;

use crate::endpoint::Times;
use crate::messages::{Kind, Mailbox};
use announced::{Announced, Ignored, Storage};
use background::Background;
use ffi::Library;
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, PIECE_BYTES, RunId, Tag};
use pause::Pause;
use state::State;
use std::fmt::{self, Debug};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The largest message that follows its header, in bytes.
const INLINE: usize = 8 << 10;

/// The size of the parts of a payload in bytes. All but the last part have exactly this size.
const PART_BYTES: usize = 4 * PIECE_BYTES;

/// The time that a process has at its end to send its last messages.
const LAST_SENDS: Duration = Duration::from_secs(1);

/// The messages that arrive at an engine.
type Arriving<L> = Box<Announced<L>>;

/// A message-passing library, and what it has delivered.
pub struct Engine<L: Library> {
    own: usize,
    /// The mailboxes of the other processes by their numbers; `None` for this process.
    mailboxes: Vec<Option<Mailbox<Arriving<L>>>>,
    state: Mutex<State<L>>,
    ignored: Arc<Ignored<L>>,
}

impl<L: Library> Engine<L> {
    fn state(&self) -> MutexGuard<'_, State<L>> {
        lock(&self.state)
    }

    fn mailbox(&self, process: usize) -> Option<&Mailbox<Arriving<L>>> {
        self.mailboxes.get(process).and_then(Option::as_ref)
    }

    /// Returns the mailbox of another process.
    ///
    /// # Errors
    /// Fails if there is no such process.
    fn mailbox_of(&self, process: usize) -> Result<&Mailbox<Arriving<L>>, Error> {
        self.mailbox(process).ok_or_else(|| {
            Error::Internal(format!("there is no connection with process {process}"))
        })
    }

    /// Returns the reason why a process sends and receives nothing more, if there is one.
    fn loss(&self, process: usize) -> Option<Error> {
        self.mailbox(process).and_then(Mailbox::reason)
    }

    /// Waits until something has arrived from each process. The thread of the engine sends signs of life.
    fn wait_for_all(&self, time: Duration) -> Result<(), Error> {
        let (since, mut pause) = (Instant::now(), Pause::default());
        for process in (0..self.mailboxes.len()).filter(|process| *process != self.own) {
            loop {
                let mut state = self.state();
                state.progress(self)?;
                if state.silence(process).is_some() {
                    break;
                }
                drop(state);
                if since.elapsed() > time {
                    let own = self.own;
                    return Err(Error::Unavailable(format!(
                        "process {process} has not connected to process {own}: it is late"
                    )));
                }
                pause.pause();
            }
        }
        Ok(())
    }

    /// Creates the message that a header announces.
    fn announce(&self, from: usize, first: u64, byte_count: usize) -> Arriving<L> {
        Box::new(Announced::new(from, first, byte_count, Arc::clone(&self.ignored)))
    }

    /// Adds a payload without a recipient.
    fn ignore(&self, storage: Storage<L>) {
        lock(&self.ignored).push(storage);
    }

    fn take_ignored(&self) -> Vec<Storage<L>> {
        std::mem::take(&mut *lock(&self.ignored))
    }

    /// Reports to those who wait for messages that none will arrive.
    fn close_all(&self, reason: &Error) {
        self.mailboxes.iter().flatten().for_each(|mailbox| mailbox.close(reason.clone()));
    }
}

/// A communicator over a message-passing library.
pub struct EngineCommunicator<L: Library> {
    engine: Arc<Engine<L>>,
    /// `None` after its end.
    background: Option<Background>,
}

impl<L: Library> EngineCommunicator<L> {
    /// Creates the communicator of process `own` of `count` processes, which `library` can reach. Waits
    /// for a sign of life of each process.
    ///
    /// # Errors
    /// Fails if nothing arrives from a process in time, with the error of the library, or if a thread
    /// cannot be started.
    pub fn connect(library: L, own: usize, count: usize, times: Times) -> Result<Self, Error> {
        let mailboxes = (0..count).map(|process| (process != own).then(|| Mailbox::new(process)));
        let state = Mutex::new(State::new(library, count));
        let mailboxes = mailboxes.collect();
        let engine = Arc::new(Engine { own, mailboxes, state, ignored: Arc::default() });
        let background = Some(Background::start(Arc::clone(&engine), times.silence)?);
        let communicator = Self { engine, background };
        communicator.engine.wait_for_all(times.connecting)?;
        Ok(communicator)
    }
}

impl<L: Library> Debug for EngineCommunicator<L> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let processes = self.engine.mailboxes.len();
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
            let Ok(mailbox) = self.engine.mailbox_of(*process) else { continue };
            mailbox.abandon(*run, reason);
            // A process that is lost needs no report.
            if mailbox.reason().is_none() {
                let told = reason[..told].as_bytes();
                let _ = self.engine.state().send(*process, Kind::Failure, &tag, told);
            }
        }
    }
}

impl<L: Library> Drop for EngineCommunicator<L> {
    fn drop(&mut self) {
        drop(self.background.take());
        let none = no_tag();
        for process in 0..self.engine.mailboxes.len() {
            if self.engine.mailbox(process).is_some() && self.engine.loss(process).is_none() {
                let _ = self.engine.state().send(process, Kind::End, &none, &[]);
            }
        }
        let (since, mut pause) = (Instant::now(), Pause::default());
        while since.elapsed() < LAST_SENDS {
            let mut state = self.engine.state();
            if state.progress(&self.engine).is_err() || !state.is_sending() {
                break;
            }
            drop(state);
            pause.pause();
        }
    }
}

/// Returns the tag of messages that belong to no run.
fn no_tag() -> Tag {
    Tag { run: RunId { devices: 0, number: 0, program: 0 }, meeting: 0, round: 0 }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
