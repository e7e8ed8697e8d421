// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The connections with other processes, and the threads that receive their messages.

use super::arrival::{Connection, Stream};
use super::frame::{self, Body};
use crate::lock::lock;
use crate::messages::{Header, Kind, Mailbox, Message, NO_TAG, no_connection};
use hloom_evaluator::{Error, Tag};
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

/// The maximum size in bytes of messages that the thread of the connection receives. It is below
/// the usual size of the send buffer of a connection.
const SMALL: usize = 32 << 10;

/// The time for which a large message without a recipient stays in the connection before its bytes
/// are read and stored. Usually, a participant soon waits for the message, and then reads it into
/// its own memory.
const PATIENCE: Duration = Duration::from_millis(1);

/// The other processes by their numbers; `None` for this process.
#[derive(Debug, Default)]
pub struct Peers(pub Vec<Option<Arc<Peer>>>);

impl Peers {
    /// Returns the peer for another process.
    ///
    /// # Errors
    /// Fails if there is no connection with the process.
    pub fn get(&self, process: usize) -> Result<&Peer, Error> {
        let peer = self.0.get(process).and_then(Option::as_deref);
        peer.ok_or_else(|| no_connection(process))
    }
}

/// Another process, with the connection to it and its mailbox.
#[derive(Debug)]
pub struct Peer {
    /// The connection, which is used to send frames.
    pub connection: Mutex<TcpStream>,
    /// A second handle to the connection, which is used to close the connection while another
    /// thread sends.
    pub handle: TcpStream,
    pub mailbox: Mailbox<Box<Stream>>,
}

impl Peer {
    /// Sends a frame. Locks the connection, so that frames of different threads are not
    /// interleaved. Closes the connection after an error.
    pub fn send(&self, kind: Kind, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error> {
        let mut connection = lock(&self.connection);
        let sent = frame::write(&mut *connection, kind, tag, parts);
        sent.map_err(|error| {
            // A part of a frame may be sent, so that nothing else can follow.
            let _ = self.handle.shutdown(Shutdown::Both);
            self.mailbox.reason().unwrap_or_else(|| self.mailbox.disconnected(&error.to_string()))
        })
    }

    /// Sends a sign of life, unless another thread is sending a frame, because that frame also
    /// shows that this process is alive.
    pub fn show_life(&self) {
        if let Ok(mut connection) = self.connection.try_lock() {
            // Whoever waits for this process learns of failures when it receives.
            let _ = frame::write(&mut *connection, Kind::Life, &NO_TAG, &[]);
        }
    }

    /// Receives frames until the connection ends or fails, and then closes the mailbox.
    pub fn receive_all(&self, connection: TcpStream, silence: Duration) {
        let mut connection = io::BufReader::with_capacity(1 << 16, connection);
        let reason = loop {
            match self.receive_frame(connection) {
                Ok(Some(again)) => connection = again,
                Ok(None) => break self.mailbox.ended(),
                Err(error) => break self.reason_of(&error, silence),
            }
        };
        self.mailbox.close(reason);
        let _ = self.handle.shutdown(Shutdown::Both);
    }

    /// Receives a frame. Returns the connection, or `None` if the frame was the last one of the
    /// other process.
    fn receive_frame(&self, mut connection: Connection) -> io::Result<Option<Connection>> {
        let header = Header::read(&mut connection)?;
        let body = Body::new(connection, &header);
        match header.kind {
            Kind::Message => self.receive_message(&header, body).map(Some),
            Kind::Life => body.end().map(Some),
            Kind::End => body.end().map(|_| None),
            Kind::Failure => {
                let (reason, connection) = read_all(Vec::new(), body)?;
                self.mailbox.fail(header.tag.run, &String::from_utf8_lossy(&reason));
                Ok(Some(connection))
            }
        }
    }

    /// Receives a message. As soon as a participant waits for a large message, the participant
    /// reads the rest into its own memory. Small messages are read by the thread of the connection,
    /// because that is faster.
    fn receive_message(&self, header: &Header, body: Body<Connection>) -> io::Result<Connection> {
        let (head, body) = match header.byte_count {
            0..=SMALL => (Vec::new(), Some(body)),
            _ => {
                let (back, returned) = mpsc::channel();
                let mut stream = Box::new(Stream::new(body, back));
                let mut patience = PATIENCE;
                while stream.rest() > SMALL {
                    let Some(again) = self.mailbox.offer(header.tag, stream, patience) else {
                        let gone = || io::Error::other("the recipient of a message panicked");
                        return returned.recv().unwrap_or_else(|_| Err(gone()));
                    };
                    (stream, patience) = (again, Duration::ZERO);
                    stream.read_piece()?;
                }
                stream.into_parts()
            }
        };
        let gone =
            || io::Error::other("the connection of a message was already returned to its thread");
        let (bytes, connection) = read_all(head, body.ok_or_else(gone)?)?;
        self.mailbox.put(header.tag, Message::Whole(bytes));
        Ok(connection)
    }

    fn reason_of(&self, error: &io::Error, silence: Duration) -> Error {
        use io::ErrorKind::{TimedOut, UnexpectedEof, WouldBlock};
        match error.kind() {
            WouldBlock | TimedOut => self.mailbox.silent(silence),
            UnexpectedEof => self.mailbox.disconnected("it was closed"),
            _ => self.mailbox.disconnected(&error.to_string()),
        }
    }
}

/// Reads the rest of a message after its first bytes `head`, and returns all bytes of the message
/// and the connection.
fn read_all(mut head: Vec<u8>, mut body: Body<Connection>) -> io::Result<(Vec<u8>, Connection)> {
    body.append_rest(&mut head)?;
    Ok((head, body.end()?))
}
