// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages that arrive, and the connections that they arrive on.

use super::frame::Body;
use hloom_evaluator::{Error, PIECE_BYTES};
use std::io::{self, BufReader};
use std::net::TcpStream;
use std::sync::mpsc::Sender;

/// The receiving end of a connection.
pub type Connection = BufReader<TcpStream>;

/// A message for which a participant waits, or the reason why it will not arrive.
pub type Arrival = Result<Message, Error>;

/// A message of another process.
pub enum Message {
    Whole(Vec<u8>),
    Arriving(Box<Stream>),
}

/// A message whose bytes have not arrived completely. The recipient reads them from the connection
/// to their place. Meanwhile, the thread of the connection waits.
pub struct Stream {
    /// The bytes that have been read.
    pub head: Vec<u8>,
    /// The bytes that follow.
    pub body: Body<Connection>,
    /// Returns the connection to its thread.
    pub back: Sender<io::Result<Connection>>,
}

impl Message {
    /// Returns the number of bytes.
    pub fn byte_count(&self) -> usize {
        match self {
            Self::Whole(bytes) => bytes.len(),
            Self::Arriving(stream) => stream.head.len() + stream.body.rest(),
        }
    }

    /// Fills memory of the size of the message. Returns `None` if the connection fails, whose thread
    /// then knows the reason.
    pub fn fill(self, parts: &mut [&mut [u8]]) -> Option<()> {
        let (head, stream) = match self {
            Self::Whole(bytes) => (bytes, None),
            Self::Arriving(stream) => (stream.head, Some((stream.body, stream.back))),
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
        let Some((mut body, back)) = stream else { return Some(()) };
        let read = rests.into_iter().try_for_each(|rest| body.read(rest));
        give_back(read, body, &back)
    }

    /// Passes the message in pieces. Returns `None` if the connection fails, whose thread then knows
    /// the reason.
    pub fn consume(self, consume: &mut dyn FnMut(&[u8])) -> Option<()> {
        let Stream { head, mut body, back } = match self {
            Self::Whole(bytes) => {
                bytes.chunks(PIECE_BYTES).for_each(consume);
                return Some(());
            }
            Self::Arriving(stream) => *stream,
        };
        // The head consists of whole pieces.
        head.chunks(PIECE_BYTES).for_each(&mut *consume);
        let mut piece = vec![0; body.rest().min(PIECE_BYTES)];
        let mut read = Ok(());
        while read.is_ok() && body.rest() > 0 {
            let piece = &mut piece[..body.rest().min(PIECE_BYTES)];
            read = body.read(piece);
            if read.is_ok() {
                consume(piece);
            }
        }
        give_back(read, body, &back)
    }

    /// Reads the rest of the message, and returns all its bytes. Returns `None` if the connection
    /// fails.
    pub fn into_bytes(self) -> Option<Vec<u8>> {
        let Stream { mut head, mut body, back } = match self {
            Self::Whole(bytes) => return Some(bytes),
            Self::Arriving(stream) => *stream,
        };
        let read = body.append_rest(&mut head);
        give_back(read, body, &back).map(|()| head)
    }

    /// Reads and ignores the message.
    pub fn ignore(self) {
        if let Self::Arriving(stream) = self {
            let Stream { body, back, .. } = *stream;
            give_back(Ok(()), body, &back);
        }
    }
}

/// Returns the connection to its thread, after the last bytes of a message were read. Returns `None`
/// if the connection fails.
fn give_back(
    read: io::Result<()>,
    body: Body<Connection>,
    back: &Sender<io::Result<Connection>>,
) -> Option<()> {
    let ended = read.and_then(|()| body.end());
    let is_good = ended.is_ok();
    // The thread of the connection waits for it.
    let _ = back.send(ended);
    is_good.then_some(())
}
