// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A message-passing library for tests, whose processes share memory.

use crate::engine::ffi::{Channel, Library};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

/// A process that uses the library.
pub struct Wire {
    own: usize,
    shared: Arc<Mutex<Shared>>,
}

/// The state that the processes share.
#[derive(Default)]
pub struct Shared {
    headers: HashMap<usize, VecDeque<(usize, Vec<u8>)>>,
    /// The parts of payloads that are being sent, by sender, recipient and number of the part.
    sends: HashMap<(usize, usize, u64), (Memory, usize)>,
    /// The parts of payloads that were sent, but not received, if `eager` is set.
    stored: HashMap<(usize, usize, u64), Vec<u8>>,
    /// The parts of payloads that are being received, by sender, recipient and number of the part.
    receives: HashMap<(usize, usize, u64), (Memory, usize)>,
    complete: HashSet<usize>,
    /// The numbers of bytes of the parts that were received, by request.
    received: HashMap<usize, usize>,
    requests: usize,
    /// Whether the requests that send parts of payloads are complete before the parts are received.
    pub eager: bool,
    /// The number of bytes that are missing at the end of the parts that are transferred from now on.
    pub missing: usize,
    /// The processes whose payloads are not transferred, as if these processes were lost.
    pub lost: HashSet<usize>,
    /// The processes that the library reports as failed, by the process to which it reports them.
    pub failures: HashMap<usize, Vec<(usize, String)>>,
    /// The error with which the next call of the library by a process fails, by the number of the
    /// process.
    pub errors: HashMap<usize, String>,
    /// The number of calls of the library by each process.
    pub calls: HashMap<usize, usize>,
}

#[derive(Clone, Copy)]
struct Memory(*mut u8, usize);

// SAFETY: the memory is used while `Shared` is locked, and the contract of `Library` keeps it valid.
unsafe impl Send for Memory {}

impl Wire {
    /// Creates `count` connected processes, and returns them with their shared state.
    pub fn connect(count: usize) -> (Vec<Self>, Arc<Mutex<Shared>>) {
        let shared = Arc::default();
        ((0..count).map(|own| Self { own, shared: Arc::clone(&shared) }).collect(), shared)
    }

    fn call(&self) -> Result<MutexGuard<'_, Shared>, String> {
        let mut shared = self.shared.lock().expect("no panic");
        *shared.calls.entry(self.own).or_default() += 1;
        match shared.errors.remove(&self.own) {
            Some(error) => Err(error),
            None => Ok(shared),
        }
    }
}

impl Shared {
    fn request(&mut self) -> usize {
        self.requests += 1;
        self.requests
    }

    /// Makes all processes transfer payloads again, and transfers the payloads that are waiting.
    pub fn resume(&mut self) {
        self.lost.clear();
        let parts: Vec<_> = self.sends.keys().chain(self.stored.keys()).copied().collect();
        parts.into_iter().for_each(|part| self.transfer(part));
    }

    /// Copies a part of a payload to its recipient if it was sent or is being sent, and is being
    /// received.
    fn transfer(&mut self, part: (usize, usize, u64)) {
        if self.lost.contains(&part.0) || self.lost.contains(&part.1) {
            return;
        }
        let Some((to, received)) = self.receives.get(&part).copied() else { return };
        let from = match (self.stored.get(&part), self.sends.get(&part)) {
            (Some(bytes), _) => Memory(bytes.as_ptr().cast_mut(), bytes.len()),
            (None, Some((from, _))) => *from,
            (None, None) => return,
        };
        let count = from.1.saturating_sub(self.missing).min(to.1);
        // SAFETY: the requests are in progress, or the bytes are stored, so that the memory is valid and
        // not in use. It has at least `count` bytes.
        unsafe { std::ptr::copy_nonoverlapping(from.0, to.0, count) };
        self.received.insert(received, count);
        self.receives.remove(&part);
        self.stored.remove(&part);
        self.complete.insert(received);
        if let Some((_, sent)) = self.sends.remove(&part) {
            self.complete.insert(sent);
        }
    }
}

impl Library for Wire {
    type Request = usize;

    const NAME: &'static str = "wire";

    unsafe fn send(
        &mut self,
        to: usize,
        channel: Channel,
        bytes: *const u8,
        count: usize,
    ) -> Result<usize, String> {
        let own = self.own;
        let mut shared = self.call()?;
        let request = shared.request();
        match channel {
            Channel::Headers => {
                // SAFETY: the contract of `Library::send` says that the bytes are valid.
                let message = unsafe { std::slice::from_raw_parts(bytes, count) }.to_vec();
                shared.headers.entry(to).or_default().push_back((own, message));
                shared.complete.insert(request);
            }
            Channel::Payload(number) => {
                let part = (own, to, number);
                if shared.eager {
                    // SAFETY: as above.
                    let stored = unsafe { std::slice::from_raw_parts(bytes, count) }.to_vec();
                    shared.stored.insert(part, stored);
                    shared.complete.insert(request);
                } else {
                    shared.sends.insert(part, (Memory(bytes.cast_mut(), count), request));
                }
                shared.transfer(part);
            }
        }
        Ok(request)
    }

    unsafe fn receive(
        &mut self,
        from: usize,
        number: u64,
        memory: *mut u8,
        count: usize,
    ) -> Result<usize, String> {
        let part = (from, self.own, number);
        let mut shared = self.call()?;
        let request = shared.request();
        shared.receives.insert(part, (Memory(memory, count), request));
        shared.transfer(part);
        Ok(request)
    }

    fn is_complete(&mut self, request: &mut usize) -> Result<bool, String> {
        Ok(self.call()?.complete.remove(request))
    }

    fn received(&self, request: &usize) -> usize {
        let shared = self.shared.lock().expect("no panic");
        shared.received.get(request).copied().unwrap_or_default()
    }

    fn next_header(&mut self) -> Result<Option<(usize, Vec<u8>)>, String> {
        let own = self.own;
        Ok(self.call()?.headers.get_mut(&own).and_then(VecDeque::pop_front))
    }

    fn failures(&mut self) -> Vec<(usize, String)> {
        self.shared.lock().expect("no panic").failures.remove(&self.own).unwrap_or_default()
    }
}
