// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communicators in one process, and peers that misbehave.

use hloom_communicator::{KeyValueStore, Listener, TcpCommunicator, TcpOptions, Topology};
use hloom_evaluator::{Error, RunId, Tag};
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// Times that suffice on a loaded machine.
pub const TIMES: TcpOptions =
    TcpOptions { silence: Duration::from_secs(30), connecting: Duration::from_secs(60) };

/// A store in memory.
#[derive(Default)]
struct Store(Mutex<HashMap<String, Vec<u8>>>, Condvar);

impl KeyValueStore for Store {
    fn put(&self, key: &str, value: &[u8]) -> Result<(), Error> {
        self.0.lock().expect("a lock").insert(key.to_owned(), value.to_vec());
        self.1.notify_all();
        Ok(())
    }

    fn get(&self, key: &str, timeout: Duration) -> Result<Vec<u8>, Error> {
        let all = self.0.lock().expect("a lock");
        let missing = |all: &mut HashMap<String, Vec<u8>>| !all.contains_key(key);
        let (all, _) = self.1.wait_timeout_while(all, timeout, missing).expect("a lock");
        all.get(key).cloned().ok_or_else(|| Error::invalid("no such key"))
    }
}

/// Returns the address of a port of this machine that the system chooses.
pub fn local() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 0).into()
}

/// Returns the identity of a run.
pub fn run(number: u64) -> RunId {
    RunId { devices: 1, number, program: 2 }
}

/// Returns a tag in a run.
pub fn tag(number: u64, round: u64) -> Tag {
    Tag { run: run(number), meeting: 3, round }
}

/// Opens the ports of some processes. The topology is that of process 0.
pub fn open(count: usize) -> (Vec<Listener>, Topology) {
    let listen = |_| Listener::open(Some(local().ip())).expect("a port");
    let listeners: Vec<_> = (0..count).map(listen).collect();
    let nodes = listeners.iter().map(|listener| listener.node("test".to_owned(), 1)).collect();
    (listeners, Topology { own: 0, nodes })
}

/// Creates connected communicators, which find each other through a store.
pub fn connect_all(count: usize, times: TcpOptions) -> Vec<TcpCommunicator> {
    let store = Store::default();
    let connect = |own| {
        let listener = Listener::open(Some(local().ip()))?;
        let node = listener.node("test".to_owned(), 2);
        let topology = Topology::exchange(&store, own, count, node, times.connecting)?;
        TcpCommunicator::connect(listener, &topology, times)
    };
    thread::scope(|scope| {
        let connect = &connect;
        let started: Vec<_> = (0..count).map(|own| scope.spawn(move || connect(own))).collect();
        let joined = started.into_iter().map(|it| it.join().expect("no panic"));
        joined.collect::<Result<_, Error>>().expect("connections")
    })
}

/// The other end of a connection of process 0, whose process 1 only completed the handshake.
pub struct Peer(pub TcpStream);

impl Peer {
    /// Returns process 0 and the connection of process 1.
    pub fn of(times: TcpOptions) -> (TcpCommunicator, Self) {
        let (mut listeners, topology) = open(2);
        let first = listeners.swap_remove(0);
        let (address, token) = (topology.nodes[0].addresses[0], topology.nodes[0].token);
        thread::scope(|scope| {
            let communicator = scope.spawn(|| TcpCommunicator::connect(first, &topology, times));
            let stream = greet(address, token).expect("a handshake");
            (communicator.join().expect("no panic").expect("a connection"), Self(stream))
        })
    }

    /// Returns process 0 and process 1, which are connected through a proxy. The proxy forwards
    /// nothing to process 0 before [`forward`](Proxy::forward) is called.
    pub fn through(times: TcpOptions) -> (TcpCommunicator, Proxy) {
        let (mut listeners, topology) = open(2);
        let (second, first) = (listeners.pop().expect("two"), listeners.pop().expect("two"));
        let target = topology.nodes[0].addresses[0];
        let proxy = TcpListener::bind(local()).expect("a port");
        let mut theirs = Topology { own: 1, nodes: topology.nodes.clone() };
        theirs.nodes[0].addresses = vec![proxy.local_addr().expect("an address")];
        thread::scope(|scope| {
            let first = scope.spawn(|| TcpCommunicator::connect(first, &topology, times));
            let second = scope.spawn(|| TcpCommunicator::connect(second, &theirs, times));
            let (mut caller, _) = proxy.accept().expect("a call");
            let mut called = TcpStream::connect(target).expect("a connection");
            copy(&mut caller, &mut called, GREETING).expect("a greeting");
            copy(&mut called, &mut caller, GREETING).expect("an answer");
            copy(&mut caller, &mut called, GREETING).expect("a confirmation");
            let first = first.join().expect("no panic").expect("a connection");
            let other = second.join().expect("no panic").expect("a connection");
            (first, Proxy { other, relay: Relay { caller, called } })
        })
    }
}

/// A proxy between two processes.
pub struct Proxy {
    /// Process 1.
    pub other: TcpCommunicator,
    pub relay: Relay,
}

/// The connections of a proxy with process 1, which called, and with process 0.
pub struct Relay {
    caller: TcpStream,
    called: TcpStream,
}

impl Relay {
    /// Forwards bytes to process 0 until `change` returns true, which may change them.
    pub fn forward(&mut self, mut change: impl FnMut(&mut [u8]) -> bool) {
        let mut bytes = vec![0; 1 << 16];
        loop {
            let count = self.caller.read(&mut bytes).expect("bytes");
            assert_ne!(count, 0, "the connection ended");
            let changed = change(&mut bytes[..count]);
            self.called.write_all(&bytes[..count]).expect("written");
            if changed {
                return;
            }
        }
    }

    /// Closes both connections.
    pub fn close(&self) {
        for stream in [&self.caller, &self.called] {
            stream.shutdown(Shutdown::Both).expect("closed");
        }
    }
}

/// The number of bytes of a greeting.
const GREETING: usize = 16;

/// Completes the handshake of process 1 with a process.
fn greet(address: SocketAddr, token: u64) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    let greeting = [token.to_le_bytes(), 1u64.to_le_bytes()].concat();
    stream.write_all(&greeting)?;
    let mut answer = [0; GREETING];
    stream.read_exact(&mut answer)?;
    assert_eq!(answer[..], greeting);
    stream.write_all(&greeting)?;
    Ok(stream)
}

fn copy(from: &mut TcpStream, to: &mut TcpStream, count: usize) -> io::Result<()> {
    let mut bytes = vec![0; count];
    from.read_exact(&mut bytes)?;
    to.write_all(&bytes)
}
