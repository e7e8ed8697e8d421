// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Requests of a message-passing library, and the memory that they use.
//!
//! A library reads and writes memory until a request is complete. Two kinds of requests are safe:
//! [`Owned`] requests own their memory, and never free it before they are complete. The requests of a
//! [`Scope`] use memory of the caller; when the scope ends, all are complete, or the library is never
//! called again.

use super::Engine;
use super::pause::Pause;
use super::state::State;
use hloom_evaluator::Error;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// The messages that are told apart by the libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Messages with a header, which arrive in the order in which they were sent.
    Headers,
    /// The part of a payload with this number, which the header announces.
    Payload(u64),
}

/// A library that passes messages between processes. No function waits for another process. A library
/// makes progress only while its functions are called, and accesses the memory of requests only then,
/// or by network hardware on its behalf.
pub trait Library: Send + 'static {
    /// A message that is being sent or received.
    type Request: Send;

    /// The name of the library in error messages.
    const NAME: &'static str;

    /// Starts to send a message.
    ///
    /// # Errors
    /// Fails with the message of the library.
    ///
    /// # Safety
    /// `bytes` must point to `count` bytes that do not change until the request is complete, or until the
    /// library is never called again.
    unsafe fn send(
        &mut self,
        to: usize,
        channel: Channel,
        bytes: *const u8,
        count: usize,
    ) -> Result<Self::Request, String>;

    /// Starts to receive part `number` of a payload.
    ///
    /// # Errors
    /// Fails with the message of the library.
    ///
    /// # Safety
    /// `memory` must point to `count` bytes that nobody else uses until the request is complete, or until
    /// the library is never called again.
    unsafe fn receive(
        &mut self,
        from: usize,
        number: u64,
        memory: *mut u8,
        count: usize,
    ) -> Result<Self::Request, String>;

    /// Makes progress, and returns true if a request is complete. It must not be called again after that.
    ///
    /// # Errors
    /// Fails with the message of the library; the request is then complete.
    fn is_complete(&mut self, request: &mut Self::Request) -> Result<bool, String>;

    /// Makes progress, and returns the next message with a header that has arrived, and its sender.
    ///
    /// # Errors
    /// Fails with the message of the library.
    fn next_header(&mut self) -> Result<Option<(usize, Vec<u8>)>, String>;
}

/// A request that owns its memory. If it is dropped before it is complete, the memory is never freed.
pub struct Owned<L: Library> {
    request: Option<L::Request>,
    memory: Vec<u8>,
}

impl<L: Library> Owned<L> {
    /// Starts to send a message.
    ///
    /// # Errors
    /// Fails with the message of the library.
    pub fn send(
        library: &mut L,
        to: usize,
        channel: Channel,
        memory: Vec<u8>,
    ) -> Result<Self, String> {
        let (bytes, count) = (memory.as_ptr(), memory.len());
        // SAFETY: `Owned` does not change the memory, and frees it only after `is_complete` has
        // returned true. Moving a vector does not move its bytes.
        let request = unsafe { library.send(to, channel, bytes, count) }?;
        Ok(Self { request: Some(request), memory })
    }

    /// Starts to receive a part of a payload.
    ///
    /// # Errors
    /// Fails with the message of the library.
    pub fn receive(
        library: &mut L,
        from: usize,
        number: u64,
        mut memory: Vec<u8>,
    ) -> Result<Self, String> {
        let (address, count) = (memory.as_mut_ptr(), memory.len());
        // SAFETY: as in `send`, and nobody can use the memory before the request is complete.
        let request = unsafe { library.receive(from, number, address, count) }?;
        Ok(Self { request: Some(request), memory })
    }

    /// Returns true if the request is complete.
    ///
    /// # Errors
    /// Fails with the message of the library.
    pub fn is_complete(&mut self, library: &mut L) -> Result<bool, String> {
        let Some(request) = &mut self.request else { return Ok(true) };
        let complete = library.is_complete(request);
        if !matches!(complete, Ok(false)) {
            self.request = None;
        }
        complete
    }

    /// Returns the memory of a request that is complete, and no bytes of others.
    pub fn into_memory(mut self) -> Vec<u8> {
        match self.request {
            None => std::mem::take(&mut self.memory),
            Some(_) => Vec::new(),
        }
    }
}

impl<L: Library> Drop for Owned<L> {
    fn drop(&mut self) {
        if let Some(request) = self.request.take() {
            std::mem::forget((request, std::mem::take(&mut self.memory)));
        }
    }
}

/// The time for which a scope waits for requests of a process that is lost.
const GRACE: Duration = Duration::from_secs(1);

/// Requests that use memory of the caller, which lives for `'b`.
pub struct Scope<'b, 'e, L: Library> {
    engine: &'e Engine<L>,
    /// The requests that are not complete, with the processes of their messages.
    requests: Vec<Option<(usize, L::Request)>>,
    /// Makes `'b` invariant.
    memory: PhantomData<fn(&'b ()) -> &'b ()>,
}

/// Calls `body` with a scope. Returns when all requests of the scope are complete, or when the library
/// is never called again.
pub fn scope<'b, L: Library, T>(
    engine: &Engine<L>,
    body: impl FnOnce(&mut Scope<'b, '_, L>) -> T,
) -> T {
    // `body` only borrows the scope, so that it cannot forget it.
    body(&mut Scope { engine, requests: Vec::new(), memory: PhantomData })
}

impl<'b, L: Library> Scope<'b, '_, L> {
    /// Starts to send a part of a payload, and returns the index of the request.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn send(
        &mut self,
        state: &mut State<L>,
        to: usize,
        number: u64,
        bytes: &'b [u8],
    ) -> Result<usize, Error> {
        let start = |library: &mut L| {
            // SAFETY: `bytes` lives and is borrowed for `'b`, which outlives the scope: `scope` has
            // `'b` as a parameter. The scope ends when the request is complete, or when the library
            // is never called again.
            unsafe { library.send(to, Channel::Payload(number), bytes.as_ptr(), bytes.len()) }
        };
        let request = state.call(start)?;
        self.requests.push(Some((to, request)));
        Ok(self.requests.len() - 1)
    }

    /// Starts to receive a part of a payload, and returns the index of the request.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn receive(
        &mut self,
        state: &mut State<L>,
        from: usize,
        number: u64,
        memory: &'b mut [u8],
    ) -> Result<usize, Error> {
        let start = |library: &mut L| {
            // SAFETY: as in `send`. Nobody else uses the memory, because it is borrowed for `'b`.
            unsafe { library.receive(from, number, memory.as_mut_ptr(), memory.len()) }
        };
        let request = state.call(start)?;
        self.requests.push(Some((from, request)));
        Ok(self.requests.len() - 1)
    }

    /// Returns true if a request is complete.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn is_complete(&mut self, state: &mut State<L>, index: usize) -> Result<bool, Error> {
        let Some((_, request)) = &mut self.requests[index] else { return Ok(true) };
        let complete = state.call(|library| library.is_complete(request));
        // After an error, the library has stopped, and the request may be in progress.
        if complete == Ok(true) {
            self.requests[index] = None;
        }
        complete
    }
}

impl<L: Library> Drop for Scope<'_, '_, L> {
    fn drop(&mut self) {
        let engine = self.engine;
        let (mut pause, mut lost_since) = (Pause::default(), None);
        loop {
            let mut state = engine.state();
            // Other messages must arrive, so that other processes go on. The outcomes do not matter: the
            // caller has returned an error or panicked, or all requests are complete.
            let _ = state.progress(engine);
            let mut waits_for_lost = false;
            for index in 0..self.requests.len() {
                let _ = self.is_complete(&mut state, index);
                let process = self.requests[index].as_ref().map(|(process, _)| *process);
                waits_for_lost |= process.is_some_and(|process| engine.loss(process).is_some());
            }
            if state.is_stopped() || self.requests.iter().all(Option::is_none) {
                // A library that has stopped does not use its requests.
                self.requests.drain(..).for_each(std::mem::forget);
                return;
            }
            if !waits_for_lost {
                lost_since = None;
            } else if lost_since.get_or_insert_with(Instant::now).elapsed() > GRACE {
                state.stop("a process was lost while it transferred a message");
            }
            drop(state);
            pause.pause();
        }
    }
}
