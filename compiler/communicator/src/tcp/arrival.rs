// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that arrive on TCP connections.

use super::frame::Body;
use crate::messages::{Arriving, Message};
use hloom_evaluator::PIECE_BYTES;
use std::io::{self, BufReader};
use std::net::TcpStream;
use std::sync::mpsc::Sender;

/// The receiving end of a TCP connection.
pub type Connection = BufReader<TcpStream>;

/// A message whose bytes have not arrived completely. The recipient reads them from the connection
/// into its own memory. Meanwhile, the thread of the connection waits.
pub struct Stream {
    /// The first bytes of the message, which have been read.
    pub head: Vec<u8>,
    /// The rest of the message; `None` once the connection was returned to its thread.
    rest: Option<Rest>,
}

/// The rest of a message, and the channel that returns the connection to its thread.
struct Rest {
    body: Body<Connection>,
    back: Sender<io::Result<Connection>>,
}

impl Stream {
    /// Creates a message of which nothing has been read. `back` returns the connection to its thread.
    pub fn new(body: Body<Connection>, back: Sender<io::Result<Connection>>) -> Self {
        Self { head: Vec::new(), rest: Some(Rest { body, back }) }
    }

    /// Returns the number of bytes of the message that have not been read.
    pub fn rest(&self) -> usize {
        self.rest.as_ref().map_or(0, |rest| rest.body.rest())
    }

    /// Reads at most [`PIECE_BYTES`] bytes, and appends them to `head`.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Body::append_piece`].
    pub fn read_piece(&mut self) -> io::Result<()> {
        self.rest.as_mut().map_or(Ok(()), |rest| rest.body.append_piece(&mut self.head))
    }

    /// Returns the bytes that have been read, and the rest of the message. Does not return the
    /// connection to its thread.
    pub fn into_parts(mut self) -> (Vec<u8>, Option<Body<Connection>>) {
        (std::mem::take(&mut self.head), self.rest.take().map(|rest| rest.body))
    }

    /// Reads the rest of the message with `read`, and returns the connection to its thread. Returns
    /// `None` if the connection fails; its thread then gets the error.
    fn finish(&mut self, read: impl FnOnce(&mut Body<Connection>) -> io::Result<()>) -> Option<()> {
        let Rest { mut body, back } = self.rest.take()?;
        let ended = read(&mut body).and_then(|()| body.end());
        let is_good = ended.is_ok();
        // The thread of the connection waits for it.
        let _ = back.send(ended);
        is_good.then_some(())
    }
}

impl Arriving for Box<Stream> {
    fn byte_count(&self) -> usize {
        self.head.len() + self.rest()
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.finish(|_| Ok(()));
    }
}

impl Message<Box<Stream>> {
    /// Stores the message in `parts`, whose total size is the size of the message. Returns `None`
    /// if the connection fails; its thread then gets the error.
    pub fn fill(self, parts: &mut [&mut [u8]]) -> Option<()> {
        let (head, stream) = match self {
            Self::Whole(bytes) => (bytes, None),
            Self::Arriving(mut stream) => (std::mem::take(&mut stream.head), Some(stream)),
        };
        let mut head = &head[..];
        let mut rests = Vec::with_capacity(parts.len());
        for part in parts {
            let (from_head, rest) = part.split_at_mut(head.len().min(part.len()));
            let (taken, left) = head.split_at(from_head.len());
            from_head.copy_from_slice(taken);
            head = left;
            rests.push(rest);
        }
        let Some(mut stream) = stream else { return Some(()) };
        stream.finish(|body| rests.into_iter().try_for_each(|rest| body.read(rest)))
    }

    /// Passes the message to `consume` in pieces. Returns `None` if the connection fails; its
    /// thread then gets the error.
    pub fn consume(self, consume: &mut dyn FnMut(&[u8])) -> Option<()> {
        let mut stream = match self {
            Self::Whole(bytes) => {
                bytes.chunks(PIECE_BYTES).for_each(consume);
                return Some(());
            }
            Self::Arriving(stream) => stream,
        };
        // The head consists of whole pieces.
        stream.head.chunks(PIECE_BYTES).for_each(&mut *consume);
        stream.finish(|body| {
            let mut piece = vec![0; body.rest().min(PIECE_BYTES)];
            while body.rest() > 0 {
                let piece = &mut piece[..body.rest().min(PIECE_BYTES)];
                body.read(piece)?;
                consume(piece);
            }
            Ok(())
        })
    }

    /// Reads the rest of the message, and returns all bytes of the message. Returns `None` if the
    /// connection fails.
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        let mut stream = match self {
            Self::Whole(bytes) => return Some(bytes),
            Self::Arriving(stream) => stream,
        };
        let mut bytes = std::mem::take(&mut stream.head);
        stream.finish(|body| body.append_rest(&mut bytes)).map(|()| bytes)
    }
}
