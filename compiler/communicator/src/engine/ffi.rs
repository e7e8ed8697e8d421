// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Requests of a message-passing library, and the memory that they use.
//!
//! A library reads and writes memory until a request is complete. [`Owned`] requests own their memory,
//! and never free it before they are complete. The requests of a [`Scope`](super::scope::Scope) use
//! memory of the caller.

/// The kinds of messages that a message-passing library must keep apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// A message with a header. Such messages arrive in the order in which they were sent.
    Headers,
    /// A part of a payload. The header of the message announces the number of the part.
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
    /// Fails with the error message of the library.
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
    /// Fails with the error message of the library.
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

    /// Makes progress, and returns true if a request is complete. The caller must not test a
    /// complete request again.
    ///
    /// # Errors
    /// Fails with the error message of the library; the request is then complete.
    fn is_complete(&mut self, request: &mut Self::Request) -> Result<bool, String>;

    /// Returns the number of bytes that a request of [`receive`](Self::receive) has received, after
    /// [`is_complete`](Self::is_complete) has returned true.
    fn received(&self, request: &Self::Request) -> usize;

    /// Makes progress, and returns true if a request that receives a part of `byte_count` bytes from
    /// process `from` is complete.
    ///
    /// # Errors
    /// Fails with the error message of the library, or if the part has another size; the request is
    /// then complete.
    fn has_received(
        &mut self,
        request: &mut Self::Request,
        from: usize,
        byte_count: usize,
    ) -> Result<bool, String> {
        if !self.is_complete(request)? {
            return Ok(false);
        }
        match self.received(request) {
            found if found == byte_count => Ok(true),
            found => Err(format!(
                "expected a part of {byte_count} bytes from process {from}, found {found} bytes"
            )),
        }
    }

    /// Makes progress. Returns the number of the sender and the bytes of the next message with a
    /// header, or `None` if no such message has arrived.
    ///
    /// # Errors
    /// Fails with the error message of the library.
    fn next_header(&mut self) -> Result<Option<(usize, Vec<u8>)>, String>;

    /// Returns the processes with which the library cannot communicate any more, each with the error
    /// message of the library. Returns each process once. Requests that send to such a process may
    /// count as complete, and requests that receive from it are never complete.
    ///
    /// A library that does not notice the loss of a process returns nothing.
    fn failures(&mut self) -> Vec<(usize, String)> {
        Vec::new()
    }
}

/// A request that owns its memory. If it is dropped before it is complete, the memory is never freed.
pub struct Owned<L: Library> {
    request: Option<L::Request>,
    memory: Vec<u8>,
    /// The number of the process that sends the part which the request receives; `None` for a request
    /// that sends.
    from: Option<usize>,
}

impl<L: Library> Owned<L> {
    /// Starts to send a message.
    ///
    /// # Errors
    /// Fails with the error message of the library.
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
        Ok(Self { request: Some(request), memory, from: None })
    }

    /// Starts to receive a part of a payload.
    ///
    /// # Errors
    /// Fails with the error message of the library.
    pub fn receive(
        library: &mut L,
        from: usize,
        number: u64,
        mut memory: Vec<u8>,
    ) -> Result<Self, String> {
        let (address, count) = (memory.as_mut_ptr(), memory.len());
        // SAFETY: as in `send`, and nobody can use the memory before the request is complete.
        let request = unsafe { library.receive(from, number, address, count) }?;
        Ok(Self { request: Some(request), memory, from: Some(from) })
    }

    /// Makes progress, and returns true if the request is complete.
    ///
    /// # Errors
    /// Fails with the error message of the library, or if a received part has another size than
    /// expected.
    pub fn is_complete(&mut self, library: &mut L) -> Result<bool, String> {
        let Some(request) = &mut self.request else { return Ok(true) };
        let complete = match self.from {
            Some(from) => library.has_received(request, from, self.memory.len()),
            None => library.is_complete(request),
        };
        if !matches!(complete, Ok(false)) {
            self.request = None;
        }
        complete
    }

    /// Returns the memory of the request if it is complete, otherwise an empty vector.
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
