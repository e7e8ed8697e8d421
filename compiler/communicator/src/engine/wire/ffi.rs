// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A message-passing library for tests, whose processes share memory.

use crate::engine::ffi::{Channel, Library};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

/// A process of the library.
pub struct Wire {
    own: usize,
    shared: Arc<Mutex<Shared>>,
}

/// The state that the processes share.
#[derive(Default)]
pub struct Shared {
    headers: HashMap<usize, VecDeque<(usize, Vec<u8>)>>,
    /// The parts that are being sent, by their senders, recipients and numbers.
    sends: HashMap<(usize, usize, u64), (Memory, usize)>,
    /// The parts that are being received, by the same.
    receives: HashMap<(usize, usize, u64), (Memory, usize)>,
    complete: HashSet<usize>,
    requests: usize,
    /// The processes that transfer no payloads any more.
    pub lost: HashSet<usize>,
    /// The error of the next call of each process.
    pub errors: HashMap<usize, String>,
    /// The number of calls of each process.
    pub calls: HashMap<usize, usize>,
}

#[derive(Clone, Copy)]
struct Memory(*mut u8, usize);

// SAFETY: the memory is used while `Shared` is locked, and the contract of `Library` keeps it valid.
unsafe impl Send for Memory {}

impl Wire {
    /// Creates a number of processes.
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

    /// Transfers the payloads of all processes again.
    pub fn resume(&mut self) {
        self.lost.clear();
        let parts: Vec<_> = self.sends.keys().copied().collect();
        parts.into_iter().for_each(|part| self.transfer(part));
    }

    /// Transfers a part if it is sent and received.
    fn transfer(&mut self, part: (usize, usize, u64)) {
        if self.lost.contains(&part.0) || self.lost.contains(&part.1) {
            return;
        }
        if let (Some((from, sent)), Some((to, received))) =
            (self.sends.get(&part).copied(), self.receives.get(&part).copied())
        {
            assert_eq!(from.1, to.1, "the sizes of a part");
            // SAFETY: both requests are in progress, so that their memory is valid and not in use.
            unsafe { std::ptr::copy_nonoverlapping(from.0, to.0, from.1) };
            self.sends.remove(&part);
            self.receives.remove(&part);
            self.complete.extend([sent, received]);
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
                let memory = Memory(bytes.cast_mut(), count);
                shared.sends.insert((own, to, number), (memory, request));
                shared.transfer((own, to, number));
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

    fn next_header(&mut self) -> Result<Option<(usize, Vec<u8>)>, String> {
        let own = self.own;
        Ok(self.call()?.headers.get_mut(&own).and_then(VecDeque::pop_front))
    }
}
