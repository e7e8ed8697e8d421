// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages between clients and the server of a store: a magic number, the size of the content,
//! the content, and its checksum.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::hash::Hasher;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use twox_hash::XxHash3_64;

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Asks whether the server is running.
    Ping,
    /// Adds a key with its value. `writer` is a random number of the client, so that a client may
    /// repeat the request.
    Put { key: String, value: Vec<u8>, writer: u64 },
    /// Asks for the value of a key. The server waits until the key exists, but at most this number
    /// of milliseconds.
    Get { key: String, milliseconds: u64 },
}

/// The answer of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The server has executed a request without a result.
    Done,
    /// Another client has already added the key.
    Exists,
    /// The value of the requested key.
    Value(Vec<u8>),
    /// The requested key does not exist after the requested time.
    Missing,
}

/// A type of messages, which begin with a magic number of the type.
pub trait Message: Serialize + DeserializeOwned {
    const MAGIC: [u8; 8];
}

impl Message for Request {
    const MAGIC: [u8; 8] = *b"hloom?01";
}

impl Message for Answer {
    const MAGIC: [u8; 8] = *b"hloom!01";
}

/// The maximum size in bytes of a message's content.
pub const LIMIT: usize = 16 << 20;

/// Writes a message.
///
/// # Errors
/// Fails with [`io::ErrorKind::FileTooLarge`] if the content is larger than [`LIMIT`], and if the
/// bytes cannot be written.
pub fn write<M: Message>(to: &mut impl Write, message: &M) -> io::Result<()> {
    let content = postcard::to_allocvec(message).map_err(io::Error::other)?;
    let size = u32::try_from(content.len()).ok().filter(|size| *size as usize <= LIMIT);
    let size = size.ok_or_else(|| {
        let message = format!(
            "cannot send a message of {} bytes to the store: the maximum is {LIMIT} bytes",
            content.len()
        );
        io::Error::new(io::ErrorKind::FileTooLarge, message)
    })?;
    let sum = checksum(&content).to_le_bytes();
    to.write_all(&[&M::MAGIC[..], &size.to_le_bytes(), &content, &sum].concat())
}

/// Reads a message.
///
/// # Errors
/// Fails with [`io::ErrorKind::Unsupported`] if another program has sent the bytes, with
/// [`io::ErrorKind::InvalidData`] if the message is damaged, and if the connection ends.
pub fn read<M: Message>(from: &mut impl Read) -> io::Result<M> {
    let mut magic = [0; 8];
    from.read_exact(&mut magic)?;
    if magic != M::MAGIC {
        return Err(io::Error::new(io::ErrorKind::Unsupported, "another program answers"));
    }
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a message is damaged");
    let mut size = [0; 4];
    from.read_exact(&mut size)?;
    let size = u32::from_le_bytes(size) as usize;
    if size > LIMIT {
        return Err(damaged());
    }
    // The vector grows with the bytes that arrive, so that a stranger cannot request memory.
    let mut content = Vec::new();
    if from.take(size as u64).read_to_end(&mut content)? < size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut sum = [0; 8];
    from.read_exact(&mut sum)?;
    if u64::from_le_bytes(sum) != checksum(&content) {
        return Err(damaged());
    }
    postcard::from_bytes(&content).map_err(|_| damaged())
}

fn checksum(content: &[u8]) -> u64 {
    let mut hasher = XxHash3_64::new();
    hasher.write(content);
    hasher.finish()
}

/// A connection whose reads and writes all fail after a deadline.
pub struct Timed {
    pub connection: TcpStream,
    pub deadline: Instant,
}

impl Timed {
    fn rest(&self) -> io::Result<Duration> {
        let rest = self.deadline.saturating_duration_since(Instant::now());
        // A timeout of zero stands for no timeout.
        if rest.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(rest) }
    }
}

impl Read for Timed {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.connection.set_read_timeout(Some(self.rest()?))?;
        self.connection.read(bytes)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.connection.set_write_timeout(Some(self.rest()?))?;
        self.connection.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes() -> Vec<u8> {
        let mut bytes = Vec::new();
        let request = Request::Put { key: "k".to_owned(), value: vec![1, 2, 3], writer: 7 };
        write(&mut bytes, &request).expect("a vector grows");
        bytes
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        let request = Request::Put { key: "k".to_owned(), value: vec![1, 2, 3], writer: 7 };
        assert_eq!(read::<Request>(&mut &bytes()[..]).expect("a request"), request);
    }

    #[test]
    fn each_damaged_byte_is_found() {
        for position in 0..bytes().len() {
            let mut bytes = bytes();
            bytes[position] ^= 0x10;
            assert!(read::<Request>(&mut &bytes[..]).is_err(), "{position}");
        }
        for count in 0..bytes().len() {
            assert!(read::<Request>(&mut &bytes()[..count]).is_err(), "{count}");
        }
        let error = read::<Answer>(&mut &bytes()[..]).expect_err("a request");
        assert_eq!(error.kind(), io::ErrorKind::Unsupported);
    }

    #[test]
    fn large_messages_are_refused() {
        let request = Request::Put { key: String::new(), value: vec![0; LIMIT], writer: 0 };
        assert!(write(&mut Vec::new(), &request).is_err());
        let mut bytes = Request::MAGIC.to_vec();
        bytes.extend(u32::MAX.to_le_bytes());
        assert!(read::<Request>(&mut &bytes[..]).is_err());
    }
}
