// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Requests to a message-passing library that use memory of the caller. When their scope ends, all
//! requests are complete, or the library is never called again.

use crate::engine::core::Engine;
use crate::engine::ffi::{Channel, Library};
use crate::engine::pause::Pause;
use crate::engine::session::Session;
use hloom_evaluator::Error;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// The time for which the end of a scope waits for requests to or from a process that is lost.
/// After this time, the library is never called again.
const GRACE: Duration = Duration::from_secs(1);

/// Requests that use memory of the caller, which lives for `'b`.
pub struct Scope<'b, 'e, L: Library> {
    engine: &'e Engine<L>,
    /// The requests; `None` for a complete request.
    requests: Vec<Option<Active<L::Request>>>,
    /// Makes the lifetime parameter `'b` invariant.
    memory: PhantomData<fn(&'b ()) -> &'b ()>,
}

/// A request that may be in progress.
struct Active<R> {
    request: R,
    /// The number of the other process.
    process: usize,
    /// The size in bytes of the part that the request receives; `None` for a request that sends.
    part: Option<usize>,
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
    /// Starts to send part `number` of a payload to process `to`, and returns the index of the
    /// request in the scope.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn send(
        &mut self,
        session: &mut Session<L>,
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
        let request = session.call(start)?;
        self.requests.push(Some(Active { request, process: to, part: None }));
        Ok(self.requests.len() - 1)
    }

    /// Starts to receive part `number` of a payload from process `from`, and returns the index of
    /// the request in the scope.
    ///
    /// # Errors
    /// Fails with the error of the library.
    pub fn receive(
        &mut self,
        session: &mut Session<L>,
        from: usize,
        number: u64,
        memory: &'b mut [u8],
    ) -> Result<usize, Error> {
        let byte_count = memory.len();
        let start = |library: &mut L| {
            // SAFETY: as in `send`. Nobody else uses the memory, because it is borrowed for `'b`.
            unsafe { library.receive(from, number, memory.as_mut_ptr(), memory.len()) }
        };
        let request = session.call(start)?;
        self.requests.push(Some(Active { request, process: from, part: Some(byte_count) }));
        Ok(self.requests.len() - 1)
    }

    /// Returns true if the request with index `index` in the scope is complete.
    ///
    /// # Errors
    /// Fails with the error of the library, or if a received part has another size than expected.
    pub fn is_complete(&mut self, session: &mut Session<L>, index: usize) -> Result<bool, Error> {
        let Some(Active { request, process, part }) = &mut self.requests[index] else {
            return Ok(true);
        };
        let complete = session.call(|library| match *part {
            Some(byte_count) => library.has_received(request, *process, byte_count),
            None => library.is_complete(request),
        });
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
            let _ = state.progress(&engine.deliveries);
            let mut waits_for_lost = false;
            for index in 0..self.requests.len() {
                let _ = self.is_complete(&mut state.session, index);
                let process = self.requests[index].as_ref().map(|active| active.process);
                waits_for_lost |=
                    process.is_some_and(|process| engine.deliveries.loss(process).is_some());
            }
            if state.session.is_stopped() || self.requests.iter().all(Option::is_none) {
                // A library that has stopped does not use its requests.
                self.requests.drain(..).for_each(std::mem::forget);
                return;
            }
            if !waits_for_lost {
                lost_since = None;
            } else if lost_since.get_or_insert_with(Instant::now).elapsed() > GRACE {
                state.session.stop("a process was lost while it transferred a message");
            }
            drop(state);
            pause.pause();
        }
    }
}
