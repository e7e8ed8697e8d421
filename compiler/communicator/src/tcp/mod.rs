// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication over TCP.
//!
//! Each pair of processes has one connection. A thread for each connection receives messages and
//! stores them until a participant waits for them, so that a process can always send. Another
//! thread signals the other processes at short intervals that this process is alive. If no bytes
//! arrive from a process for some time, the process is considered lost, and all runs in which it
//! takes part fail.

mod arrival;
mod connect;
mod exchange;
mod frame;
mod mailbox;

pub use connect::Listener;

use crate::topology::Topology;
use arrival::{Connection, Stream};
use frame::{Body, Header, Kind};
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, RunId, Tag};
use mailbox::Mailbox;
use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The time limits of a communicator.
#[derive(Clone, Copy, Debug)]
pub struct TcpOptions {
    /// The time after which a process that sends nothing is considered lost.
    pub silence: Duration,
    /// The time within which all processes must have connected.
    pub connecting: Duration,
}

impl Default for TcpOptions {
    fn default() -> Self {
        Self { silence: Duration::from_secs(10), connecting: Duration::from_secs(120) }
    }
}

/// Number of signs of life that a process sends within the time after which it is considered lost.
const SIGNS_OF_LIFE: u32 = 4;

/// A communicator over TCP connections.
#[derive(Debug)]
pub struct TcpCommunicator {
    own: usize,
    peers: Vec<Option<Arc<Peer>>>,
    /// Makes the thread that sends signs of life end.
    closed: Arc<(Mutex<bool>, Condvar)>,
}

/// Another process.
#[derive(Debug)]
struct Peer {
    process: usize,
    /// The connection, which is used to send frames.
    connection: Mutex<TcpStream>,
    /// A handle to the same connection, which is used to close it while another thread sends.
    handle: TcpStream,
    mailbox: Mailbox,
}

impl TcpCommunicator {
    /// Connects this process with all other processes of a topology. `listener` has the addresses
    /// that the topology contains for this process.
    ///
    /// # Errors
    /// Fails if a process cannot be reached in time, or if a thread cannot be started.
    pub fn connect(
        listener: Listener,
        topology: &Topology,
        options: TcpOptions,
    ) -> Result<Self, Error> {
        let connections = connect::connect_all(listener, topology, options.connecting)?;
        let failed = |error: io::Error| Error::Unavailable(format!("TCP connection: {error}"));
        let mut peers = Vec::with_capacity(connections.len());
        for (process, connection) in connections.into_iter().enumerate() {
            let Some(connection) = connection else {
                peers.push(None);
                continue;
            };
            connection.set_nodelay(true).map_err(failed)?;
            connection.set_read_timeout(Some(options.silence)).map_err(failed)?;
            connection.set_write_timeout(Some(options.silence)).map_err(failed)?;
            let reader = connection.try_clone().map_err(failed)?;
            let handle = connection.try_clone().map_err(failed)?;
            let mailbox = Mailbox::new(process);
            let peer =
                Arc::new(Peer { process, connection: Mutex::new(connection), handle, mailbox });
            peers.push(Some(Arc::clone(&peer)));
            start(format!("hloom-from-{process}"), move || {
                peer.receive_all(reader, options.silence)
            })?;
        }
        let closed = Arc::default();
        let communicator = Self { own: topology.own, peers, closed };
        communicator.show_life(options.silence / SIGNS_OF_LIFE)?;
        Ok(communicator)
    }

    /// Starts the thread that signals the other processes that this process is alive.
    fn show_life(&self, interval: Duration) -> Result<(), Error> {
        let peers: Vec<_> = self.peers.iter().flatten().map(Arc::clone).collect();
        let closed = Arc::clone(&self.closed);
        start("hloom-signs-of-life".to_owned(), move || {
            let (is_closed, changed) = &*closed;
            let mut guard = is_closed.lock().unwrap_or_else(PoisonError::into_inner);
            while !*guard {
                drop(guard);
                for peer in &peers {
                    peer.show_life();
                }
                guard = is_closed.lock().unwrap_or_else(PoisonError::into_inner);
                let waited = changed.wait_timeout_while(guard, interval, |closed| !*closed);
                guard = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        })
    }

    fn peer(&self, process: usize) -> Result<&Peer, Error> {
        let peer = self.peers.get(process).and_then(Option::as_deref);
        peer.ok_or_else(|| {
            Error::Internal(format!("there is no connection with process {process}"))
        })
    }
}

impl Communicator for TcpCommunicator {
    fn process(&self) -> usize {
        self.own
    }

    fn send(&self, process: usize, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error> {
        self.peer(process)?.send(Kind::Message, tag, parts)
    }

    fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        self.receive_message(process, tag)
    }

    fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        self.exchange_memory(tag, outgoing, incoming)
    }

    fn exchange_pieces(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        byte_count: usize,
        consume: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        self.exchange_in_order(tag, outgoing, sources, byte_count, consume)
    }

    fn fail(&self, processes: &[usize], run: &RunId, reason: &str) {
        let tag = Tag { run: *run, meeting: 0, round: 0 };
        for peer in processes.iter().filter_map(|process| self.peer(*process).ok()) {
            peer.mailbox.abandon(*run, reason);
            // A process that is lost needs no report.
            let _ = peer.send(Kind::Failure, &tag, &[reason.as_bytes()]);
        }
    }
}

impl Drop for TcpCommunicator {
    fn drop(&mut self) {
        let (closed, changed) = &*self.closed;
        *closed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        changed.notify_all();
        let none = Tag { run: RunId { devices: 0, number: 0, program: 0 }, meeting: 0, round: 0 };
        for peer in self.peers.iter().flatten() {
            let _ = peer.send(Kind::End, &none, &[]);
            let _ = peer.handle.shutdown(Shutdown::Write);
        }
    }
}

impl Peer {
    /// Sends a frame. The caller holds the lock of the connection, so that frames are not
    /// interleaved.
    fn send(&self, kind: Kind, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error> {
        let mut connection = self.connection();
        let sent = frame::write(&mut *connection, kind, tag, parts);
        sent.map_err(|error| {
            // A part of a frame may be sent, so that nothing else can follow.
            let _ = self.handle.shutdown(Shutdown::Both);
            self.mailbox.reason().unwrap_or_else(|| lost(self.process, &error.to_string()))
        })
    }

    /// Sends a sign of life, unless another thread is sending a frame, which also shows that this
    /// process is alive.
    fn show_life(&self) {
        let none = Tag { run: RunId { devices: 0, number: 0, program: 0 }, meeting: 0, round: 0 };
        if let Ok(mut connection) = self.connection.try_lock() {
            // Whoever waits for this process learns of failures when it receives.
            let _ = frame::write(&mut *connection, Kind::Life, &none, &[]);
        }
    }

    fn connection(&self) -> MutexGuard<'_, TcpStream> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives frames until the connection ends.
    fn receive_all(&self, connection: TcpStream, silence: Duration) {
        let mut connection = io::BufReader::with_capacity(1 << 16, connection);
        let reason = loop {
            match self.receive_frame(connection) {
                Ok(Some(again)) => connection = again,
                Ok(None) => {
                    break Error::Unavailable(format!("process {} has ended", self.process));
                }
                Err(error) => break self.reason_of(&error, silence),
            }
        };
        self.mailbox.close(reason);
        let _ = self.handle.shutdown(Shutdown::Both);
    }

    /// Receives a frame, and returns the connection, or `None` after the last frame.
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

    /// Receives a message. As soon as a participant waits for it, the participant reads the rest
    /// into its own memory. Small messages are read here, because that is faster.
    fn receive_message(
        &self,
        header: &Header,
        mut body: Body<Connection>,
    ) -> io::Result<Connection> {
        let mut head = Vec::new();
        while body.rest() > exchange::SMALL {
            let (back, returned) = mpsc::channel();
            match self.mailbox.offer(header.tag, Stream { head, body, back }) {
                None => {
                    let gone = || io::Error::other("the recipient of a message panicked");
                    return returned.recv().unwrap_or_else(|_| Err(gone()));
                }
                Some(stream) => (head, body) = (stream.head, stream.body),
            }
            body.append_piece(&mut head)?;
        }
        let (bytes, connection) = read_all(head, body)?;
        self.mailbox.put(header.tag, bytes);
        Ok(connection)
    }

    fn reason_of(&self, error: &io::Error, silence: Duration) -> Error {
        use io::ErrorKind::{TimedOut, UnexpectedEof, WouldBlock};
        match error.kind() {
            WouldBlock | TimedOut => Error::Unavailable(format!(
                "process {} has not answered for {} s",
                self.process,
                silence.as_secs_f32()
            )),
            UnexpectedEof => lost(self.process, "it was closed"),
            _ => lost(self.process, &error.to_string()),
        }
    }
}

/// Reads the rest of a message, and returns all its bytes and the connection.
fn read_all(mut head: Vec<u8>, mut body: Body<Connection>) -> io::Result<(Vec<u8>, Connection)> {
    while body.rest() > 0 {
        body.append_piece(&mut head)?;
    }
    Ok((head, body.end()?))
}

fn lost(process: usize, why: &str) -> Error {
    Error::Unavailable(format!("the connection with process {process} is lost: {why}"))
}

fn start(name: String, work: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    let started = thread::Builder::new().name(name).spawn(work);
    started.map(drop).map_err(|error| Error::invalid(format!("cannot start a thread: {error}")))
}
