// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communicators in one process, and peers that misbehave.

use hloom_communicator::{
    Address, Collectives, Endpoint, KeyValueStore, Listener, Node, TcpCommunicator, Times, Topology,
};
use hloom_evaluator::{Communicator, Error, Incoming, Outgoing, RunId, Tag};
use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::Duration;

/// Times that suffice on a loaded machine.
pub const TIMES: Times =
    Times { silence: Duration::from_secs(30), connecting: Duration::from_secs(60) };

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

/// Returns the addresses and the token of a process.
pub fn tcp_address(node: &Node) -> (&Vec<SocketAddr>, &u64) {
    match &node.address {
        Address::Tcp { addresses, token } => (addresses, token),
        _ => panic!("another engine"),
    }
}

/// Returns the addresses and the token of a process.
pub fn tcp_address_mut(node: &mut Node) -> (&mut Vec<SocketAddr>, &mut u64) {
    match &mut node.address {
        Address::Tcp { addresses, token } => (addresses, token),
        _ => panic!("another engine"),
    }
}

/// Opens the ports of some processes. The topology is that of process 0.
pub fn open(count: usize) -> (Vec<Listener>, Topology) {
    let listen = |_| Listener::open(Some(local().ip())).expect("a port");
    let listeners: Vec<_> = (0..count).map(listen).collect();
    let nodes = listeners.iter().map(|listener| listener.node("test".to_owned(), 1)).collect();
    (listeners, Topology { own: 0, nodes })
}

/// Creates connected communicators, which find each other through a store.
fn connect_all(
    engine: Collectives,
    count: usize,
    times: Times,
) -> Result<Vec<Arc<dyn Communicator>>, Error> {
    let store = Store::default();
    let connect = |own| {
        let endpoint = Endpoint::open(engine, Some(local().ip()))?;
        let node = endpoint.node("test".to_owned(), 2)?;
        let topology = Topology::exchange(&store, own, count, node, times.connecting)?;
        endpoint.connect(&topology, times)
    };
    thread::scope(|scope| {
        let connect = &connect;
        let started: Vec<_> = (0..count).map(|own| scope.spawn(move || connect(own))).collect();
        started.into_iter().map(|it| it.join().expect("no panic")).collect()
    })
}

/// Calls `body` with connected communicators of each engine. MPI allows only one process, see
/// `tools/tests/hlo_run_devices`.
pub fn for_each_engine(count: usize, times: Times, body: impl Fn(Vec<Arc<dyn Communicator>>)) {
    body(connect_all(Collectives::Tcp, count, times).expect("connections"));
    match Endpoint::open(Collectives::Ucx, None) {
        Ok(_) => body(connect_all(Collectives::Ucx, count, times).expect("connections")),
        Err(error) => println!("skipped UCX: {error}"),
    }
}

/// Returns the message of an [`Error::Unavailable`].
pub fn unavailable<T: std::fmt::Debug>(outcome: Result<T, Error>) -> String {
    match outcome {
        Err(Error::Unavailable(message)) => message,
        other => panic!("expected an unavailable process, found {other:?}"),
    }
}

/// Returns the error of process 0, which exchanges large messages with process 1.
pub fn error_of(communicator: &dyn Communicator) -> String {
    let (bytes, mut memory) = (vec![0; 8 << 20], vec![0; 8 << 20]);
    let outgoing = Outgoing { process: 1, parts: vec![&bytes] };
    let incoming = Incoming { process: 1, parts: vec![&mut memory] };
    match communicator.exchange(&tag(0, 0), &[outgoing], &mut [incoming]) {
        Err(Error::Unavailable(message)) => message,
        other => panic!("expected an unavailable process, found {other:?}"),
    }
}

/// The other end of a connection of process 0, whose process 1 only completed the handshake.
pub struct Peer(pub TcpStream);

impl Peer {
    /// Returns process 0 and the connection of process 1.
    pub fn of(times: Times) -> (TcpCommunicator, Self) {
        let (mut listeners, topology) = open(2);
        let first = listeners.swap_remove(0);
        let (addresses, token) = tcp_address(&topology.nodes[0]);
        let (address, token) = (addresses[0], *token);
        thread::scope(|scope| {
            let communicator = scope.spawn(|| TcpCommunicator::connect(first, &topology, times));
            let stream = greet(address, token).expect("a handshake");
            (communicator.join().expect("no panic").expect("a connection"), Self(stream))
        })
    }

    /// Returns process 0 and process 1, which are connected through a proxy. The proxy forwards
    /// nothing to process 0 before [`forward`](Proxy::forward) is called.
    pub fn through(times: Times) -> (TcpCommunicator, Proxy) {
        let (mut listeners, topology) = open(2);
        let (second, first) = (listeners.pop().expect("two"), listeners.pop().expect("two"));
        let target = tcp_address(&topology.nodes[0]).0[0];
        let proxy = TcpListener::bind(local()).expect("a port");
        let mut theirs = Topology { own: 1, nodes: topology.nodes.clone() };
        *tcp_address_mut(&mut theirs.nodes[0]).0 = vec![proxy.local_addr().expect("an address")];
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
