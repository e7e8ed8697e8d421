// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that have arrived, at least in part.

use hloom_evaluator::{Error, expect_size};

/// A message for which a participant waits, or the reason why it will not arrive.
pub type Arrival<A> = Result<Message<A>, Error>;

/// A message of another process.
pub enum Message<A> {
    Whole(Vec<u8>),
    Arriving(A),
}

/// A message whose bytes have not arrived completely. If it is dropped, the bytes are ignored.
pub trait Arriving: Send {
    /// Returns the number of bytes.
    fn byte_count(&self) -> usize;
}

impl<A: Arriving> Message<A> {
    /// Returns the number of bytes.
    pub fn byte_count(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len(),
            Self::Arriving(message) => message.byte_count(),
        }
    }

    /// Returns the message if it has the expected number of bytes.
    ///
    /// # Errors
    /// Fails if the message has another number of bytes.
    pub fn sized(self, process: usize, expected: usize) -> Result<Self, Error> {
        expect_size(process, expected, self.byte_count())?;
        Ok(self)
    }
}
