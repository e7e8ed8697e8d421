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
mod peer;

pub use connect::Listener;

use crate::messages::{Kind, Mailbox, NO_TAG};
use crate::threads::{self, Ticker};
use crate::times::Times;
use crate::topology::Topology;
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, RunId, Tag};
use peer::{Peer, Peers};
use std::io;
use std::net::Shutdown;
use std::sync::{Arc, Mutex};

/// The size in bytes of the send buffer and of the receive buffer of a connection. The sizes that
/// the system would choose grow only while large messages are transferred.
const BUFFER: usize = 4 << 20;

/// A communicator over TCP connections.
#[derive(Debug)]
pub struct TcpCommunicator {
    own: usize,
    peers: Peers,
    /// The thread that signals to the other processes that this process is alive.
    life: Ticker,
}

impl TcpCommunicator {
    /// Connects this process with all other processes of a topology. `listener` listens at the
    /// addresses that the topology contains for this process.
    ///
    /// # Errors
    /// Fails if a process cannot be reached in time, or if a thread cannot be started.
    pub fn connect(listener: Listener, topology: &Topology, times: Times) -> Result<Self, Error> {
        let connections = connect::connect_all(listener, topology, times.connecting)?;
        let failed = |error: io::Error| Error::Unavailable(format!("TCP connection: {error}"));
        let mut peers = Peers::default();
        for (process, connection) in connections.into_iter().enumerate() {
            let Some(connection) = connection else {
                peers.0.push(None);
                continue;
            };
            connection.set_nodelay(true).map_err(failed)?;
            let socket = socket2::SockRef::from(&connection);
            socket.set_send_buffer_size(BUFFER).map_err(failed)?;
            socket.set_recv_buffer_size(BUFFER).map_err(failed)?;
            connection.set_read_timeout(Some(times.silence)).map_err(failed)?;
            connection.set_write_timeout(Some(times.silence)).map_err(failed)?;
            let reader = connection.try_clone().map_err(failed)?;
            let handle = connection.try_clone().map_err(failed)?;
            let mailbox = Mailbox::new(process);
            let peer = Arc::new(Peer { connection: Mutex::new(connection), handle, mailbox });
            peers.0.push(Some(Arc::clone(&peer)));
            threads::start(format!("hloom-from-{process}"), move || {
                peer.receive_all(reader, times.silence)
            })?;
        }
        let others: Vec<_> = peers.0.iter().flatten().map(Arc::clone).collect();
        let life = Ticker::start("hloom-signs-of-life", times.life_interval(), move || {
            others.iter().for_each(|peer| peer.show_life());
            true
        })?;
        Ok(Self { own: topology.own, peers, life })
    }
}

impl Communicator for TcpCommunicator {
    fn process(&self) -> usize {
        self.own
    }

    fn send(&self, process: usize, tag: &Tag, parts: &[&[u8]]) -> Result<(), Error> {
        self.peers.get(process)?.send(Kind::Message, tag, parts)
    }

    fn receive(&self, process: usize, tag: &Tag) -> Result<Vec<u8>, Error> {
        self.peers.receive(process, tag)
    }

    fn exchange(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        incoming: &mut [Incoming],
    ) -> Result<(), Error> {
        self.peers.exchange(tag, outgoing, incoming)
    }

    fn exchange_pieces(
        &self,
        tag: &Tag,
        outgoing: &[Outgoing],
        sources: &[usize],
        byte_count: usize,
        consume: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        self.peers.exchange_pieces(tag, outgoing, sources, byte_count, consume)
    }

    fn fail(&self, processes: &[usize], run: &RunId, reason: &str) {
        let tag = Tag { run: *run, meeting: 0, round: 0 };
        for peer in processes.iter().filter_map(|process| self.peers.get(*process).ok()) {
            peer.mailbox.abandon(*run, reason);
            // A process that is lost needs no report.
            let _ = peer.send(Kind::Failure, &tag, &[reason.as_bytes()]);
        }
    }
}

impl Drop for TcpCommunicator {
    fn drop(&mut self) {
        self.life.close();
        for peer in self.peers.0.iter().flatten() {
            let _ = peer.send(Kind::End, &NO_TAG, &[]);
            let _ = peer.handle.shutdown(Shutdown::Write);
        }
    }
}
