// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that have arrived completely or in part.

use hloom_evaluator::{Error, expect_size};

/// A message for which a participant waits, or the reason why it will not arrive.
pub type Arrival<A> = Result<Message<A>, Error>;

/// A message of another process.
pub enum Message<A> {
    Whole(Vec<u8>),
    Arriving(A),
}

/// A message whose bytes have not arrived completely. If the message is dropped, the missing bytes
/// are received and ignored.
pub trait Arriving: Send {
    /// Returns the number of bytes of the message.
    fn byte_count(&self) -> usize;
}

impl<A: Arriving> Message<A> {
    /// Returns the number of bytes of the message.
    pub fn byte_count(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len(),
            Self::Arriving(message) => message.byte_count(),
        }
    }

    /// Returns the message if it has `expected` bytes. `process` is its sender.
    ///
    /// # Errors
    /// Fails if the message has another number of bytes.
    pub fn sized(self, process: usize, expected: usize) -> Result<Self, Error> {
        expect_size(process, expected, self.byte_count())?;
        Ok(self)
    }
}
